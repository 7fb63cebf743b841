/* reader: the input languages, one row each.
 *
 * Whoever reads a file, be it for check, test, derive, cover or study, says
 * what it needs (a model, a network of machines, a space of parameters) and
 * gets it from the row whose language the file is in.  Among the rows that
 * give what is needed the first of these decides:
 *
 *   1. the end of the file's name, where one language has it for itself
 *      (`suffix`);
 *   2. how the text begins (`sniff`);
 *   3. an end that several languages share, as .txt (`often`);
 *   4. the first row of the table that gives it.
 *
 * When none of 1 to 3 applies, but 1 or 2 does to a row that gives something
 * else, the file is not read, and the message says which command does.
 *
 * To add a language, write src/read/NAME.c with a `const struct reader
 * reader_NAME`, declare it below and name it in the table of reader.c; a
 * parser that grows has more files, NAME_*.c.  Every command then reads it;
 * doc/first-reader.md does it for a small language. */
#ifndef READ_READER_H
#define READ_READER_H

#include "cover/parse.h"
#include "lang/lang.h"
#include "model/model.h"
#include "model/network.h"

struct reader {
  const char *name;    /* "promela" */
  const char *what;    /* for messages: "'x' is WHAT" */
  const char *command; /* the one that is meant when only a file is given */
  const char *suffix, *often; /* ".pml .prom"; NULL: none */
  /* It can be nothing else in the table.  `text` ends in NUL at text[len].
   * NULL: one cannot tell. */
  bool (*sniff)(const char *text, size_t len);

  /* What it gives, each NULL where it does not.  All errors of a text are
   * reported at once; `file` is only a name. */

  /* As lang_read: the model, or NULL after errors.  Parameters that the
   * language does not have are an error; options may be NULL. */
  struct model *(*model)(const char *file, const char *text, size_t len,
                         const struct lang_options *options, struct diag *diag);
  /* As machines_read: network_free is due in any case. */
  bool (*network)(struct network *n, const char *file, const char *text,
                  size_t len, struct diag *diag);
  /* As parse_pict: cover_model_free is due in any case. */
  bool (*space)(struct cover_model *m, const char *file, const char *text,
                size_t len, const struct parse_options *options,
                struct diag *diag);
};

/* --- reading: each as the function of the row, whichever it is ----------- */

struct model *read_model(const char *file, const char *text, size_t len,
                         const struct lang_options *options, struct diag *diag);
bool read_network(struct network *n, const char *file, const char *text,
                  size_t len, struct diag *diag);
bool read_space(struct cover_model *m, const char *file, const char *text,
                size_t len, const struct parse_options *options,
                struct diag *diag);

/* --- the table ------------------------------------------------------------ */

extern const struct reader reader_hed, reader_network_xml, reader_pict,
    reader_acts, reader_ctwedge, reader_pnml, reader_program, reader_cxx,
    reader_recording, reader_promela, reader_relief, reader_binary;

extern const struct reader *const readers[]; /* NULL-terminated */

/* The language that the end of the name stands for, alone or with others (the
 * first of them); NULL: none. */
const struct reader *reader_by_name(const char *file);
/* The language of a text, whatever it gives: by the end of its name, by how it
 * begins, by an end that languages share; NULL: none. */
const struct reader *reader_of(const char *file, const char *text, size_t len);
/* The file is a model by its name, as a file of a folder is. */
bool reader_has_model(const char *file);
/* The length of the name without such an end: "ring.hed" has 4. */
size_t reader_stem(const char *file);

#endif

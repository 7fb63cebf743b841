#include "read/reader.h"

#include <string.h>

#include "base/text.h"

/* The order counts only where nothing tells what a text is: what comes first
 * is then tried. */
// clang-format off
const struct reader *const readers[] = {
    &reader_hed,         /* models, and networks of machines */
    &reader_promela,     &reader_relief,
    &reader_pict,        /* spaces of parameters */
    &reader_acts,        &reader_ctwedge,
    &reader_network_xml, &reader_pnml,    &reader_program, &reader_cxx,
    &reader_recording,   &reader_binary,
    NULL,
};
// clang-format on

/* --- which ---------------------------------------------------------------- */

enum need { MODEL, NETWORK, SPACE };

static bool gives(const struct reader *r, enum need need) {
  return need == MODEL     ? r->model != NULL
         : need == NETWORK ? r->network != NULL
                           : r->space != NULL;
}

/* The length of the one of `ends` with which the name ends, or 0. */
static size_t end_of(const char *file, const char *ends) {
  const size_t len = strlen(file);
  for (const char *at = ends; at && *at; at += strspn(at, " ")) {
    const size_t n = strcspn(at, " ");
    if (len > n && !strncmp(file + len - n, at, n))
      return n;
    at += n;
  }
  return 0;
}

static bool looks_like(const struct reader *r, const char *text, size_t len) {
  return r->sniff && r->sniff(text, len);
}

static const struct reader *find(enum need need, const char *file,
                                 const char *text, size_t len) {
  for (size_t i = 0; readers[i]; i++)
    if (gives(readers[i], need) && end_of(file, readers[i]->suffix))
      return readers[i];
  for (size_t i = 0; readers[i]; i++)
    if (gives(readers[i], need) && looks_like(readers[i], text, len))
      return readers[i];
  for (size_t i = 0; readers[i]; i++)
    if (gives(readers[i], need) && end_of(file, readers[i]->often))
      return readers[i];
  return NULL;
}

/* What it is instead, for sure. */
static const struct reader *find_other(const char *file, const char *text,
                                       size_t len) {
  for (size_t i = 0; readers[i]; i++)
    if (end_of(file, readers[i]->suffix))
      return readers[i];
  for (size_t i = 0; readers[i]; i++)
    if (looks_like(readers[i], text, len))
      return readers[i];
  return NULL;
}

static const struct reader *first(enum need need) {
  size_t i = 0;
  while (!gives(readers[i], need))
    i++;
  return readers[i];
}

/* NULL after a message. */
static const struct reader *choose(enum need need, const char *file,
                                   const char *text, size_t len,
                                   struct diag *diag) {
  static const char *const needed[] = {"a model", "a network of machines",
                                       "a space of parameters"};
  const struct reader *r = find(need, file, text, len);
  if (r)
    return r;
  if (!(r = find_other(file, text, len))) {
    bool wide = len > 1 && (!memcmp(text, "\377\376", 2) ||
                            !memcmp(text, "\376\377", 2)); /* UTF-16 */
    if (need == SPACE || wide || !len || !memchr(text, 0, len))
      return first(need);
    diag_error(diag, (struct diag_at){.file = file},
               "not a text file: it holds a zero byte");
    return NULL;
  }
  const size_t end = end_of(file, r->suffix);
  struct text it = {0}, hint = {0};
  text_printf(&hint, "'heddle %s' takes it", r->command);
  if (end)
    text_printf(&it, "a '%s' file", file + strlen(file) - end);
  else
    text_add(&it, "this");
  diag_error_hint(diag, (struct diag_at){.file = file}, text_str(&hint),
                  "%s is %s, and %s is needed", text_str(&it), r->what,
                  needed[need]);
  text_free(&it);
  text_free(&hint);
  return NULL;
}

/* --- reading -------------------------------------------------------------- */

struct model *read_model(const char *file, const char *text, size_t len,
                         const struct lang_options *options,
                         struct diag *diag) {
  const struct reader *r = choose(MODEL, file, text, len, diag);
  return r ? r->model(file, text, len, options, diag) : NULL;
}

bool read_network(struct network *n, const char *file, const char *text,
                  size_t len, struct diag *diag) {
  const struct reader *r = choose(NETWORK, file, text, len, diag);
  *n = (struct network){0};
  return r && r->network(n, file, text, len, diag);
}

bool read_space(struct cover_model *m, const char *file, const char *text,
                size_t len, const struct parse_options *options,
                struct diag *diag) {
  const struct reader *r = choose(SPACE, file, text, len, diag);
  *m = (struct cover_model){0};
  return r && r->space(m, file, text, len, options, diag);
}

/* --- by name -------------------------------------------------------------- */

const struct reader *reader_by_name(const char *file) {
  for (size_t i = 0; readers[i]; i++)
    if (end_of(file, readers[i]->suffix))
      return readers[i];
  for (size_t i = 0; readers[i]; i++)
    if (end_of(file, readers[i]->often))
      return readers[i];
  return NULL;
}

const struct reader *reader_of(const char *file, const char *text, size_t len) {
  const struct reader *r = find_other(file, text, len);
  return r ? r : reader_by_name(file);
}

bool reader_has_model(const char *file) {
  for (size_t i = 0; readers[i]; i++)
    if (readers[i]->model && end_of(file, readers[i]->suffix))
      return true;
  return false;
}

size_t reader_stem(const char *file) {
  size_t end = 0;
  for (size_t i = 0; !end && readers[i]; i++)
    end = end_of(file, readers[i]->suffix);
  return strlen(file) - end;
}

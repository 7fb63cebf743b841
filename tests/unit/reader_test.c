/* The table of input languages: who reads what, and why. */
#include <string.h>

#include "base/text.h"
#include "read/reader.h"
#include "test.h"

static const char ring[] = "channel P -> Q [1]\nprocess P {\n  0: Q!m -> 0\n}\n"
                           "process Q {\n  0: P?m -> 0\n}\n";
static const char machine[] = "machine m {\n  a: x / y -> a\n}\n";
static const char xml[] = "<network><machine name=\"m\"><state name=\"a\">"
                          "<transition input=\"x\" output=\"y\" to=\"a\"/>"
                          "</state></machine></network>";
static const char acts[] = "[System]\n[Parameter]\nA (int) : 1, 2\n";
static const char ctwedge[] = "Model M\nParameters:\n A: { 1, 2 }\n";
static const char pict[] = "A: 1, 2\n";

static void note(void *user, enum diag_level level, struct diag_at at,
                 const char *message, const char *hint) {
  (void)level;
  (void)at;
  struct text *t = user;
  text_printf(t, "%s|%s;", message, hint ? hint : "");
}

/* What reading it as a model, a network, a space says: nothing when it is one. */
static void say(char need, const char *file, const char *text, struct text *out) {
  struct diag d = {.sink = note, .user = out};
  const size_t len = strlen(text);
  if (need == 'm') {
    model_free(read_model(file, text, len, NULL, &d));
  } else if (need == 'n') {
    struct network n;
    read_network(&n, file, text, len, &d);
    network_free(&n);
  } else {
    struct cover_model m;
    read_space(&m, file, text, len, NULL, &d);
    cover_model_free(&m);
  }
}

static const struct {
  char need;
  const char *file, *text, *said;
} rows[] = {
    /* the end of the name, whatever it looks like */
    {'m', "a.hed", ring, ""},
    {'n', "a.hed", machine, ""},
    {'n', "a.xml", xml, ""},
    {'s', "a.ctw", ctwedge, ""},
    /* how it begins, whatever the name */
    {'n', "-", xml, ""},
    {'n', "a.txt", xml, ""},
    {'s', "a.txt", acts, ""},
    {'s', "-", acts, ""},
    {'s', "a", ctwedge, ""},
    /* nothing tells: the first that gives it */
    {'m', "-", ring, ""},
    {'m', "a.txt", ring, ""},
    {'n', "a", machine, ""},
    {'s', "a.csv", pict, ""},
    /* something else for sure */
    {'m', "a.c", "int x;", "a '.c' file is a C program, and a model is needed|"
                           "'heddle test' takes it;"},
    {'s', "a.hed", ring, "a '.hed' file is a model, and a space of parameters is "
                         "needed|'heddle check' takes it;"},
    {'m', "-", xml, "this is a network of Mealy machines in XML, and a model "
                    "is needed|'heddle derive' takes it;"},
    {'m', "a", acts, "this is a space of parameters of ACTS, and a model is "
                     "needed|'heddle cover' takes it;"},
    {'n', "-", "heddle recording 1\n", "this is a recording, and a network "
     "of machines is needed|'heddle replay' takes it;"},
};

TEST(reader_table_finds_the_language_of_a_file) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct text said = {0};
    say(rows[i].need, rows[i].file, rows[i].text, &said);
    CHECK_STR(text_str(&said), rows[i].said);
    text_free(&said);
  }
}

TEST(reader_table_knows_names) {
  CHECK(reader_by_name("a.hed") == &reader_hed);
  CHECK(reader_by_name("b/a.xml") == &reader_network_xml);
  CHECK(reader_by_name("a.txt") == &reader_pict);
  CHECK(reader_by_name(".hed") == NULL);
  CHECK(reader_by_name("ahed") == NULL);
  CHECK(reader_has_model("a.hed") && !reader_has_model("a.xml"));
  CHECK(reader_stem("ring.hed") == 4 && reader_stem("ring") == 4);
  for (size_t i = 0; readers[i]; i++) {
    CHECK(readers[i]->name && readers[i]->what && readers[i]->command);
    CHECK(readers[i]->suffix || readers[i]->often || readers[i]->sniff);
  }
}

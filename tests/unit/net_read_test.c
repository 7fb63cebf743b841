/* Both readers of networks: what they accept, and that nothing breaks them. */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/stress.h"
#include "base/text.h"
#include "lang/machines.h"
#ifdef HAVE_EXPAT
#include "read/network_xml.h"
#endif
#include "test.h"

static const char hed[] =
    "// two machines\n"
    "machine a {\n"
    "  s: go / ping -> t // starts\n"
    "  t: pong / done -> s\n"
    "     go / - -> t }\n"
    "external ping, go\n"
    "machine b\n"
    "{\n"
    "  0: ping / pong -> 0\n"
    "}";

struct heard {
  struct diag_at at;
  char message[200];
};

static void hear(void *user, enum diag_level level, struct diag_at at,
                 const char *msg, const char *hint) {
  struct heard *h = user;
  (void)level;
  (void)hint;
  if (h->message[0])
    return; /* the first one */
  h->at = at;
  strncpy(h->message, msg, sizeof h->message - 1);
}

TEST(net_hed_reads_machines_and_classifies_symbols) {
  struct network n;
  struct diag d = {0};
  CHECK(machines_read(&n, "x.hed", hed, strlen(hed), &d));
  CHECK_EQ(n.machines.len, 2);
  CHECK_EQ(n.edges.len, 4);
  const symbol_id ping = names_find(&n.symbol_names, "ping", 4);
  const symbol_id done = names_find(&n.symbol_names, "done", 4);
  CHECK(network_is_internal(&n, ping) && network_is_external(&n, ping));
  CHECK(!network_is_external(&n, done) && !network_is_internal(&n, done));
  CHECK_EQ(n.edges.at[1].at.line, 4);
  CHECK_EQ(n.edges.at[1].at.col, 6);
  CHECK_EQ(network_lookup(&n, 0, 1, names_find(&n.symbol_names, "go", 2)), 2);
  network_free(&n);
}

TEST(net_hed_mistakes_have_their_place) {
  static const struct {
    const char *text;
    uint32_t line, col;
  } cases[] = {
      {"machine a {\n s: x / y -> s\n}\nmachine a {\n}\n", 4, 9},
      {"machine a {\n s: x / y -> s\n s: x / y -> s\n}\n", 3, 2},
      {"machine a {\n x / y -> s\n}\n", 2, 2},
      {"machine a {\n s: x / y -> s s: \n}\n", 2, 16},
      {"machine a {\n s: x / y - > s\n}\n", 2, 11},
      {"machine {\n}\n", 1, 9},
      {"machin a {\n}\n", 1, 1},
      {"external\n", 1, 9},
      {"machine a {}\n", 1, 9},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    test_row("%.80s", cases[i].text);
    struct network n;
    struct heard h = {0};
    struct diag d = {.sink = hear, .user = &h};
    CHECK(!machines_read(&n, "x.hed", cases[i].text, strlen(cases[i].text),
                         &d));
    CHECK(d.errors > 0);
    CHECK_EQ(h.at.line, cases[i].line);
    CHECK_EQ(h.at.col, cases[i].col);
    network_free(&n);
  }
}

/* Bytes are removed, doubled, replaced; the reader ends, one way or other. */
static void damage(struct rng *r, const char *good, struct text *out) {
  text_clear(out);
  text_add(out, good);
  for (int k = 1 + (int)rng_below(r, 4); k-- > 0 && out->len > 1;) {
    const size_t at = rng_below(r, (uint32_t)out->len);
    switch (rng_below(r, 4)) {
    case 0:
      out->at[at] = (char)rng_below(r, 256);
      break;
    case 1:
      memmove(out->at + at, out->at + at + 1, out->len - at);
      out->len--;
      break;
    case 2:
      out->at[at] = "{}/:->,\n<\"="[rng_below(r, 11)];
      break;
    default:
      out->len = at;
      out->at[at] = 0;
    }
  }
}

TEST(net_hed_reader_survives_damaged_files) {
  struct rng r = rng_seed(11);
  struct text t = {0};
  for (int i = 0; i < STRESSED(300, 3000); i++) {
    struct network n;
    struct diag d = {0};
    damage(&r, hed, &t);
    const bool ok = machines_read(&n, "x.hed", text_str(&t), t.len, &d);
    CHECK_EQ(ok, d.errors == 0);
    network_free(&n);
  }
  text_free(&t);
}

#ifdef HAVE_EXPAT
static const char xml[] =
    "<?xml version=\"1.0\"?>\n"
    "<network name=\"n\">\n"
    "  <machine name=\"a\" initial=\"t\">\n"
    "    <state name=\"s\"><transition input=\"go\" output=\"ping\" to=\"t\"/>"
    "</state>\n"
    "    <state name=\"t\"/>\n"
    "  </machine>\n"
    "  <!-- a comment -->\n"
    "  <external symbol=\"go\"/>\n"
    "</network>\n";

TEST(net_xml_reads_what_hed_reads) {
  struct network n;
  struct diag d = {0};
  CHECK(network_xml_read(&n, "x.xml", xml, strlen(xml), &d));
  CHECK_EQ(n.machines.len, 1);
  CHECK_STR(network_state_name(&n, 0, n.machines.at[0].initial), "t");
  CHECK_EQ(n.edges.len, 1);
  CHECK_EQ(n.inputs.len, 1);
  network_free(&n);
}

TEST(net_xml_reader_survives_damaged_files) {
  struct rng r = rng_seed(12);
  struct text t = {0};
  for (int i = 0; i < STRESSED(300, 3000); i++) {
    struct network n;
    struct diag d = {0};
    damage(&r, xml, &t);
    const bool ok = network_xml_read(&n, "x.xml", text_str(&t), t.len, &d);
    CHECK_EQ(ok, d.errors == 0);
    network_free(&n);
  }
  text_free(&t);
}
#endif

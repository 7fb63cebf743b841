/* heddle-instrument: bitcode in, instrumented object file out.  Run by
 * `heddle cc` (src/job/cc.c), a process of its own so that heddle itself
 * does without LLVM. */
#include <stdio.h>
#include <string.h>

#include "row.h"
#include "unit.h"

static void report(const struct unit *u, const char *name) {
  fprintf(stderr,
          "heddle-cc: %s: %u reads, %u writes, %u updates, %u fences, "
          "%u copies, %u private accesses, %u thread-local uses, "
          "%u calls redirected, %u globals, %u waiting loops\n",
          name, u->reads, u->writes, u->updates, u->fences, u->copies,
          u->hidden, u->tls, u->calls, u->globals, u->waits);
}

/* The table of the C library, for tests (tests/library/run). */
static int table(const char *question) {
  bool good = !strcmp(question, "--rows") ? row_list(stdout)
                                          : row_decide(stdin, stdout);
  return good ? 0 : 1;
}

/* The object is written, but calls functions that the unit does not have; or
 * it is not written, because that would change nothing.  See spare.c. */
enum { LACKS = 3, IN_VAIN = 4 };

int main(int argc, char **argv) {
  const char *in = NULL, *out = NULL;
  bool verbose = false, text = false, pic = false, coverage = false,
       symbolic = false, volatile_atomic = false, ask = false, keep = false;
  if (argc == 2 && (!strcmp(argv[1], "--rows") || !strcmp(argv[1], "--decide")))
    return table(argv[1]);
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "-o") && i + 1 < argc)
      out = argv[++i];
    else if (!strcmp(argv[i], "--verbose"))
      verbose = true;
    else if (!strcmp(argv[i], "--text"))
      text = true;
    else if (!strcmp(argv[i], "--pic"))
      pic = true;
    else if (!strcmp(argv[i], "--coverage"))
      coverage = true;
    else if (!strcmp(argv[i], "--symbolic"))
      symbolic = true;
    else if (!strcmp(argv[i], "--volatile=atomic"))
      volatile_atomic = true;
    else if (!strcmp(argv[i], "--ask-inline"))
      ask = true;
    else if (!strcmp(argv[i], "--keep-inline"))
      keep = true;
    else
      in = argv[i];
  }
  if (!in || !out) {
    fputs("usage: heddle-instrument [--verbose] [--text] [--pic] "
          "[--coverage] [--symbolic] [--volatile=atomic] [--ask-inline] "
          "[--keep-inline] -o OUT IN.bc\n",
          stderr);
    return 2;
  }
  struct unit u;
  bool ok = unit_load(&u, in);
  u.coverage = coverage;
  u.symbolic = symbolic;
  u.volatile_atomic = volatile_atomic;
  bool vain = ok && keep && !spare_keep(&u),
       lacks = ok && ask && spare_lacks(&u);
  if (vain) {
    unit_free(&u);
    return IN_VAIN;
  }
  ok = ok && unit_instrument(&u) &&
       (text ? unit_write_text(&u, out) : unit_write_object(&u, out, pic));
  if (ok && verbose)
    report(&u, in);
  unit_free(&u);
  return ok ? lacks ? LACKS : 0 : 1;
}

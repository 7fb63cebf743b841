/* A unit test that tries every schedule of a program with Heddle's library:
 *
 *     cc -o embed embed.c $(pkg-config --cflags --libs heddle)
 *     ./embed counter.c
 *
 * It fails if any schedule does, and leaves the recording of one. */
#include <heddle.h>
#include <stdio.h>

static void report(void *user, const struct heddle_message *m) {
  (void)user;
  fprintf(stderr, "%s:%u: %s\n", m->file ? m->file : "heddle", m->line,
          m->text);
}

int main(int argc, char **argv) {
  const struct heddle_test_options o = {
      .files = (const char *const *)argv + 1,
      .file_count = (size_t)argc - 1,
      .seconds = 20};
  struct heddle_test *t = heddle_test(&o, report, NULL);
  const struct heddle_result *r = t ? heddle_test_result(t) : NULL;
  for (size_t i = 0; r && i < r->finding_count; i++) {
    const struct heddle_finding *f = &r->findings[i];
    printf("%s:%u: %s: %s\n", f->file, f->line, f->key, f->where);
  }
  if (r && r->finding_count)
    fputs(heddle_test_recording(t, 0), fopen("failed.rec", "w"));
  bool holds = r && r->verdict == HEDDLE_HOLDS;
  heddle_test_free(t);
  puts(holds ? "ok" : "not ok");
  return !holds;
}

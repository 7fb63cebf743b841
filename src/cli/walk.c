#include "cli/walk.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/chart.h"
#include "cli/cli.h"

const char *walk_end(const struct stepping *s) {
  const char *error = stepping_error(s);
  if (error)
    return error;
  return stepping_end(s) == STEPPING_TERMINATED ? "everything has ended" : NULL;
}

static unsigned width(void) {
  struct winsize size;
  return !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col ? size.ws_col
                                                                 : 100;
}

void walk_draw(const struct stepping *s, struct text *out) {
  struct recording r;
  struct chart chart;
  struct text why = {0};
  stepping_record(s, &r);
  if (chart_make(&chart, &r, s->m, &why))
    run_render_text(out, &chart.run,
                    (struct run_style){.width = width(),
                                       .indent = 2,
                                       .colour = isatty(STDOUT_FILENO)});
  else
    text_printf(out, "  (a bug in heddle: %s)\n", text_str(&why));
  chart_free(&chart);
  recording_free(&r);
  text_free(&why);
}

bool walk_save(const struct stepping *s, const char *path) {
  struct recording r;
  struct text out = {0};
  stepping_record(s, &r);
  recording_write(&r, &out);
  bool ok = term_write(&out, path);
  recording_free(&r);
  text_free(&out);
  return ok;
}

/* The run of one finding of a check. */
#include "form/check.h"
#include "job/chart.h"
#include "job/findings.h"

void check_finding_record(const struct check *c, const struct finding *f,
                          struct text *out) {
  struct recording r;
  finding_record(f, c->model, &r);
  recording_write(&r, out);
  recording_free(&r);
}

void check_finding_svg(const struct check *c, const struct finding *f,
                       struct text *out) {
  struct recording r;
  struct chart chart;
  struct text why = {0};
  finding_record(f, c->model, &r);
  chart_make(&chart, &r, c->model, &why);
  run_render_svg(out, &chart.run, SVG_ALONE);
  chart_free(&chart);
  text_free(&why);
  recording_free(&r);
}

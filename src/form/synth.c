#include "form/synth.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "form/tables.h"

bool synth_text(const struct synth_set *s, const struct host *h,
                struct text *out) {
  struct profile *profiles = alloc_zero(s->high - s->low + 1, sizeof *profiles);
  struct tables tables = {0};
  struct table *table = tables_new(&tables, "Properties", "processes");
  for (unsigned n = s->low; n <= s->high; n++)
    vec_push(&table->names, arena_printf(&tables.arena, "%u", n));
  bool ok = synth_set_profile(s, h, profiles);
  tables_profile(&tables, table, profiles);
  struct doc d = doc_begin(&tables.arena, "synth");
  tables_doc(&d, table);
  doc_render_text(out, &d,
                  (struct doc_text_style){.width = 120, .untitled = true});
  tables_free(&tables);
  free(profiles);
  return ok;
}

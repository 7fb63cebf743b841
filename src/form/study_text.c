#include "form/study.h"
#include "form/tables.h"

void study_verdicts(const struct study_view *v, struct doc *d) {
  for (size_t k = 0; k < v->study->strategies.len; k++) {
    const struct strategy *s = v->study->strategies.at[k];
    struct standing st = study_standing(v->study, k, d->arena);
    if (!st.differ)
      continue;
    doc_rich(d);
    doc_span(d, s->sound ? DOC_BAD : DOC_WARN, "%s", s->name);
    doc_span(d, DOC_PLAIN,
             " misses what it promises on %llu of %llu models%s; the first: "
             "%s (%s)",
             (unsigned long long)st.differ, (unsigned long long)st.compared,
             s->sound ? "" : ", as it is known to", st.first, st.how);
    doc_close(d);
  }
}

static void section(struct doc *d, const struct table *table) {
  doc_section(d, table->title, NULL);
  tables_doc(d, table);
  doc_close(d);
}

void study_line(const struct study_view *v, struct text *out) {
  const struct study *s = v->study;
  struct arena arena = {0};
  struct text missed = {0};
  for (size_t k = 0; k < s->strategies.len; k++)
    if (s->strategies.at[k]->sound && study_standing(s, k, &arena).differ)
      text_printf(&missed, "%s%s", missed.len ? ", " : "",
                  s->strategies.at[k]->name);
  text_printf(out, "%s: %zu model%s, %zu strateg%s: ", v->name, s->models.len,
              s->models.len == 1 ? "" : "s", s->strategies.len,
              s->strategies.len == 1 ? "y" : "ies");
  if (missed.len)
    text_printf(out, "something that is promised is missed by %s\n",
                text_str(&missed));
  else
    text_printf(out, "all that is promised is found%s\n",
                s->stopped ? " so far" : "");
  text_free(&missed);
  arena_free(&arena);
}

void study_text(const struct study_view *v, struct text *out) {
  struct tables t = {0};
  study_overview(v->study, &t);
  if (v->each)
    study_each(v->study, &t);
  for (int by = 0; by < BY_COUNT; by++)
    if (v->by[by])
      (v->tables ? study_tables : study_reductions)(v->study, (enum study_by)by,
                                                    &t);
  struct doc d = doc_begin(&t.arena, v->name);
  study_verdicts(v, &d);
  vec_each(&t.at, table) section(&d, *table);
  doc_render_text(out, &d,
                  (struct doc_text_style){.width = v->width,
                                          .colour = v->colour,
                                          .untitled = true});
  tables_free(&t);
}

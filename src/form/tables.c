#include "form/tables.h"

#include <string.h>

static void number(struct text *to, const struct table_row *row, double x) {
  if (isnan(x))
    return;
  if (row->decimals || x < 0)
    text_printf(to, "%.*f", row->decimals, x);
  else
    text_count(to, (uint64_t)(x + 0.5));
}

static void cell(struct doc *d, const struct table_row *row, double x) {
  struct text n = {0};
  number(&n, row, x);
  doc_cell(d, DOC_PLAIN, "%s", text_str(&n));
  text_free(&n);
}

static bool has_details(const struct table *table) {
  vec_each(&table->rows, row) if (*row->detail) return true;
  return false;
}

void tables_doc(struct doc *d, const struct table *table) {
  struct text columns = {0};
  const bool details = has_details(table);
  text_add(&columns, details ? "wl" : "w");
  text_fill(&columns, 'r', table->names.len);
  doc_table(d, text_str(&columns));
  doc_row(d, DOC_HEAD);
  doc_cell(d, DOC_PLAIN, "%s", table->columns);
  if (details)
    doc_cell(d, DOC_PLAIN, "%s", "");
  vec_each(&table->names, name) doc_cell(d, DOC_PLAIN, "%s", *name);
  vec_each(&table->rows, row) {
    doc_row(d, DOC_PLAIN);
    doc_cell(d, DOC_PLAIN, "%s", row->label);
    if (details)
      doc_cell(d, DOC_FAINT, "%s", row->detail);
    for (size_t i = 0; i < table->names.len; i++)
      cell(d, row, row->values[i]);
  }
  doc_close(d);
  text_free(&columns);
  if (table->note)
    doc_paragraph(d, "%s", table->note);
}

/* Is the row the deviation of the one before? */
static bool is_deviation(const struct table_row *row) {
  return !strcmp(row->detail, "StD");
}

void tables_doc_turned(struct doc *d, const struct table *table) {
  struct text columns = {0};
  text_char(&columns, 'l');
  vec_each(&table->rows, row)
    text_fill(&columns, 'r', !is_deviation(row));
  doc_table(d, text_str(&columns));
  doc_row(d, DOC_HEAD);
  doc_cell(d, DOC_PLAIN, "%s", table->columns);
  vec_each(&table->rows, row) if (!is_deviation(row))
    doc_cell(d, DOC_PLAIN, "%s", row->label);
  for (size_t i = 0; i < table->names.len; i++) {
    doc_row(d, DOC_PLAIN);
    doc_cell(d, DOC_PLAIN, "%s", table->names.at[i]);
    for (size_t k = 0; k < table->rows.len; k++) {
      const struct table_row *row = &table->rows.at[k], *next = row + 1;
      bool deviates = k + 1 < table->rows.len && is_deviation(next) &&
                      !isnan(next->values[i]);
      struct text n = {0};
      if (deviates)
        text_printf(&n, "%.1f\xC2\xA0\xC2\xB1\xC2\xA0%.1f", row->values[i],
                    next->values[i]);
      else
        number(&n, row, row->values[i]);
      if (!is_deviation(row))
        doc_cell(d, DOC_PLAIN, "%s", text_str(&n));
      text_free(&n);
    }
  }
  doc_close(d);
  text_free(&columns);
}

#include "cli/tables.h"

static void cell(struct doc *d, const struct table_row *row, double x) {
  if (isnan(x)) {
    doc_cell(d, DOC_PLAIN, "%s", "");
    return;
  }
  if (row->decimals || x < 0) {
    doc_cell(d, DOC_PLAIN, "%.*f", row->decimals, x);
    return;
  }
  struct text n = {0};
  text_count(&n, (uint64_t)(x + 0.5));
  doc_cell(d, DOC_PLAIN, "%s", text_str(&n));
  text_free(&n);
}

void tables_doc(struct doc *d, const struct table *table) {
  struct text columns = {0};
  text_add(&columns, "ll");
  text_fill(&columns, 'r', table->names.len);
  doc_table(d, text_str(&columns));
  doc_row(d, DOC_HEAD);
  doc_cell(d, DOC_PLAIN, "%s", table->columns);
  doc_cell(d, DOC_PLAIN, "%s", "");
  vec_each(&table->names, name) doc_cell(d, DOC_PLAIN, "%s", *name);
  vec_each(&table->rows, row) {
    doc_row(d, DOC_PLAIN);
    doc_cell(d, DOC_PLAIN, "%s", row->label);
    doc_cell(d, DOC_FAINT, "%s", row->detail);
    for (size_t i = 0; i < table->names.len; i++)
      cell(d, row, row->values[i]);
  }
  doc_close(d);
  text_free(&columns);
  if (table->note)
    doc_paragraph(d, "%s", table->note);
}

/* tables: tables of a study in a document. */
#ifndef FORM_TABLES_H
#define FORM_TABLES_H

#include "report/doc.h"
#include "study/table.h"

void tables_doc(struct doc *d, const struct table *table);
/* A row for each column: an average and its deviation are one cell. */
void tables_doc_turned(struct doc *d, const struct table *table);

#endif

#include "lang/resolve.h"

void statements_lower(struct flow *f, const struct ast_stmt *list) {
  if (list)
    resolve_error(f->r, list->token, NULL, "computation comes next");
}
void thread_lower(struct flow *f) {
  resolve_error(f->r, f->info->ast->name, NULL, "threads come next");
}

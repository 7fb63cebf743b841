#include "cli/derive.h"
void derive_html(const struct derive_view *v, struct text *out) { (void)v; (void)out; }

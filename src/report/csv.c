#include "report/csv.h"

#include <string.h>

void csv_field(struct text *out, const char *s) {
  if (!strpbrk(s, ",\"\r\n") && *s != ' ') {
    text_add(out, s);
    return;
  }
  text_char(out, '"');
  for (; *s; s++) {
    if (*s == '"')
      text_char(out, '"');
    text_char(out, *s);
  }
  text_char(out, '"');
}

#include "serve/exchange.h"

void answer_error(struct reply *a, unsigned status, const char *fmt, ...) {
  struct text message = {0};
  va_list args;
  va_start(args, fmt);
  text_vprintf(&message, fmt, args);
  va_end(args);
  a->status = status;
  text_clear(&a->body);
  struct json j = {.out = &a->body};
  json_open(&j, '{');
  json_put_string(&j, "error", text_str(&message));
  json_close(&j);
  text_char(&a->body, '\n');
  text_free(&message);
}

/* Inputs that are bytes of one thing, stdin[0], stdin[1] ..., are told as one:
 * input stdin = "go42". */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "story/tell.h"

/* "stdin[3]": the length of its name, and the number; false: it is none. */
static bool is_byte(const struct teller *t, const struct event *e,
                    const char **name, size_t *len, unsigned long *number) {
  const struct executor *x = t->f->x;
  *name = e->kind == OP_INPUT && x->label ? x->label(t->f->x, e->object) : NULL;
  const char *bracket = *name ? strrchr(*name, '[') : NULL;
  if (!bracket || bracket[1] < '0' || bracket[1] > '9' || e->value > 255)
    return false;
  char *end;
  *len = (size_t)(bracket - *name);
  *number = strtoul(bracket + 1, &end, 10);
  return !strcmp(end, "]");
}

bool tell_next_byte(const struct teller *t, const struct event *before,
                    const struct event *e) {
  const char *name, *other;
  size_t len, other_len;
  unsigned long number, next;
  return before->thread == e->thread &&
         is_byte(t, before, &name, &len, &number) &&
         is_byte(t, e, &other, &other_len, &next) && next == number + 1 &&
         len == other_len && !strncmp(name, other, len);
}

static void add_byte(struct text *out, unsigned c) {
  if (c == '"' || c == '\\')
    text_printf(out, "\\%c", c);
  else if (c >= ' ' && c < 127)
    text_char(out, (char)c);
  else
    text_printf(out, c ? "\\x%02x" : "\\0", c);
}

/* Zeros at the end are what an array has that nobody looks at. */
const char *tell_bytes(struct teller *t, const struct story_op *ops,
                       size_t count) {
  const char *name;
  size_t len, last = count;
  unsigned long number;
  if (!is_byte(t, &t->f->events[ops[0].event], &name, &len, &number))
    return ops[0].what;
  while (last > 1 && !t->f->events[ops[last - 1].event].value)
    last--;
  struct text out = {0};
  text_printf(&out, "input %.*s = \"", (int)len, name);
  for (size_t i = 0; i < last; i++)
    add_byte(&out, (unsigned)t->f->events[ops[i].event].value);
  text_add(&out, last < count ? "\" and zeros" : "\"");
  const char *said = arena_printf(&t->s->arena, "%s", text_str(&out));
  text_free(&out);
  return said;
}

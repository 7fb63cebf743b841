/* What each strategy tells of each kind of finding: the table of strategies,
 * for people and for machines. */
#include <string.h>

#include "explore/strategy.h"
#include "form/check.h"
#include "report/json.h"

enum { NAME_WIDTH = 18 };

static void add_cell(struct text *out, const char *cell, size_t width) {
  size_t len = strlen(cell);
  text_add(out, cell);
  text_fill(out, ' ', len < width ? width - len : 0);
}

static size_t width_of(int kind) {
  size_t name = strlen(finding_kind_names[kind]), most = strlen("at least");
  return (name > most ? name : most) + 2;
}

void check_strategies_text(struct text *out) {
  add_cell(out, "strategy", NAME_WIDTH);
  for (int k = 0; k < FINDING_KINDS; k++)
    add_cell(out, finding_kind_names[k],
             k + 1 < FINDING_KINDS ? width_of(k) : 0);
  text_char(out, '\n');
  for (const struct strategy *const *s = strategies; *s; s++) {
    add_cell(out, (*s)->name, NAME_WIDTH);
    for (int k = 0; k < FINDING_KINDS; k++)
      add_cell(out,
               strategy_tells_names[strategy_tells(*s, (enum finding_kind)k)],
               k + 1 < FINDING_KINDS ? width_of(k) : 0);
    text_char(out, '\n');
  }
  text_add(out, "\nexact: all of them; at least: those that it meets; not: "
                "none.  `auto` takes one that is exact\nin what is asked for; "
                "with another the verdict is at best incomplete.\n");
}

void check_strategies_json(struct text *out) {
  struct json j = {.out = out};
  json_begin(&j, "heddle.strategies/1");
  json_key(&j, "strategies");
  json_open(&j, '[');
  for (const struct strategy *const *s = strategies; *s; s++) {
    json_open(&j, '{');
    json_put_string(&j, "name", (*s)->name);
    json_put_string(&j, "summary", (*s)->summary);
    json_put_bool(&j, "sound", (*s)->sound);
    json_key(&j, "tells");
    json_open(&j, '{');
    for (int k = 0; k < FINDING_KINDS; k++)
      json_put_string(
          &j, finding_kind_names[k],
          strategy_tells_names[strategy_tells(*s, (enum finding_kind)k)]);
    json_close(&j);
    json_close(&j);
  }
  json_close(&j);
  json_end(&j);
}

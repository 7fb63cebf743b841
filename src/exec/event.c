#include "exec/event.h"

#include "base/sound.h"

const struct op_row op_rows[OP_COUNT] = {
#define ROW(name, text, class_, changes, waits)                                \
  {text, CLASS_##class_, changes, waits},
    OPS(ROW)
#undef ROW
};

const char *op_text(unsigned kind) {
  EXPECTS(kind < OP_COUNT);
  return kind < OP_COUNT ? op_rows[kind].text : "?";
}

/* Heddle's own language (doc/language.md): a model, or Mealy machines. */
#include "lang/machines.h"
#include "read/reader.h"

const struct reader reader_hed = {
    .name = "hed",
    .what = "a model",
    .command = "check",
    .suffix = ".hed",
    .model = lang_read,
    .network = machines_read,
};

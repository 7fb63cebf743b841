/* What is no language of models: so that whoever takes one for a model is told
 * what it is, and with which command it goes. */
#include <string.h>

#include "base/record_head.h"
#include "read/reader.h"

const struct reader reader_program = {
    .name = "c",
    .what = "a C program",
    .command = "test",
    .suffix = ".c .i", /* .i: preprocessed */
};

const struct reader reader_cxx = {
    .name = "c++",
    .what = "a C++ program",
    .command = "test",
    .suffix = ".cpp .cc .cxx .C .c++ .cp .CPP .ii",
};

static bool binary_sniff(const char *text, size_t len) {
  return len > 4 && !memcmp(text, "\177ELF", 4);
}

const struct reader reader_binary = {
    .name = "binary",
    .what = "a program that was built",
    .command = "test",
    .sniff = binary_sniff,
};

static bool recording_sniff(const char *text, size_t len) {
  (void)len;
  return record_version(text) != 0;
}

const struct reader reader_recording = {
    .name = "recording",
    .what = "a recording",
    .command = "replay",
    .suffix = ".rec",
    .sniff = recording_sniff,
};

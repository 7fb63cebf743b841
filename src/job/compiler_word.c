#include "job/compiler_word.h"

#include <string.h>

bool word_takes_next(const char *word) {
  static const char *const options[] = {
      "-o",          "-I",       "-D",       "-U",
      "-include",    "-imacros", "-isystem", "-iquote",
      "-idirafter",  "-MF",      "-MT",      "-MQ",
      "-x",          "-Xclang",  "-Xlinker", "-Xpreprocessor",
      "-Xassembler", "-L",       "-l",       "-T",
      "-u",          "-z",       "--param",  "-target",
      "-isysroot",   "-e",       "-h"};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    if (!strcmp(word, options[i]))
      return true;
  return false;
}

bool word_starts(const char *word, const char *with) {
  return !strncmp(word, with, strlen(with));
}

bool word_ends(const char *word, const char *with) {
  size_t n = strlen(word), m = strlen(with);
  return n > m && !strcmp(word + n - m, with);
}

bool word_is_object(const char *word) {
  return word_ends(word, ".o") || word_ends(word, ".a") ||
         word_ends(word, ".so") || word_ends(word, ".lo") ||
         word_ends(word, ".obj") || strstr(word, ".so.");
}

bool word_is_cxx(const char *word) {
  static const char *const endings[] = {".cpp", ".cc", ".cxx", ".C",
                                        ".c++", ".cp", ".CPP", ".ii"};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (word_ends(word, endings[i]))
      return true;
  return false;
}

const char *word_other_language(const char *word) {
  static const struct {
    const char *ending, *name;
  } rows[] = {{".s", "assembly"},
              {".S", "assembly"},
              {".sx", "assembly"},
              {".m", "Objective-C"},
              {".mm", "Objective-C++"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (word_ends(word, rows[i].ending))
      return rows[i].name;
  return NULL;
}

bool word_is_link(const char *word) {
  static const char *const prefixes[] = {"-l", "-L", "-Wl,", "-Xlinker",
                                         "-T", "-u", "-z",   "-e"};
  static const char *const whole[] = {
      "-static",   "-shared",        "-rdynamic",     "-s",
      "-nostdlib", "-nodefaultlibs", "-nostartfiles", "-static-libgcc"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (word_starts(word, prefixes[i]) && strcmp(word, "-undef"))
      return true;
  for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
    if (!strcmp(word, whole[i]))
      return true;
  return false;
}

bool word_is_dropped(const char *word) {
  return word_starts(word, "-O") || word_starts(word, "-flto") ||
         word_starts(word, "-fsanitize") || word_starts(word, "-fprofile") ||
         !strcmp(word, "--coverage") || !strcmp(word, "-ftest-coverage") ||
         !strcmp(word, "-fcoverage-mapping") || !strcmp(word, "-pie") ||
         !strcmp(word, "-fPIE") || !strcmp(word, "-fpie") ||
         !strcmp(word, "-no-pie") || word_starts(word, "-fstack-protector") ||
         word_starts(word, "-fcf-protection");
}

bool words_are_clangs(int argc, char *const *argv) {
  static const char *const whole[] = {
      "-E", "-S",           "-M",           "-MM",    "--version",
      "-v", "-dumpversion", "-dumpmachine", "--help", "-fsyntax-only"};
  for (int i = 0; i < argc; i++) {
    if (word_starts(argv[i], "-print-"))
      return true;
    for (size_t k = 0; k < sizeof whole / sizeof *whole; k++)
      if (!strcmp(argv[i], whole[k]))
        return true;
    if (word_takes_next(argv[i]))
      i++;
  }
  return false;
}

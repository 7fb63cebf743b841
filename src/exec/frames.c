#include "exec/frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cxxname.h"
#include "base/sound.h"
#include "base/text.h"

/* A path inside single quotes of a shell. */
static void add_quoted(struct text *t, const char *s) {
  text_char(t, '\'');
  for (; *s; s++)
    if (*s == '\'')
      text_add(t, "'\\''");
    else
      text_char(t, *s);
  text_char(t, '\'');
}

/* A return address is that of the instruction after the call. */
static FILE *ask(const char *binary, const uint64_t *addresses, size_t count) {
  EXPECTS(addresses && count);
  struct text command = {0};
  text_add(&command, "addr2line -f -C -i -e ");
  add_quoted(&command, binary);
  for (size_t i = 0; i < count; i++)
    text_printf(&command, " 0x%llx", (unsigned long long)addresses[i] - 1);
  text_add(&command, " 2>/dev/null");
  FILE *answer = popen(text_str(&command), "r");
  text_free(&command);
  return answer;
}

static bool starts(const char *s, const char *with) {
  return !strncmp(s, with, strlen(with));
}

/* Of the C++ library, or what stands for one of its (include/heddle/c++); as
 * cc/inline.c has it. */
static bool is_header(const char *file) {
  return strstr(file, "/include/c++/") || strstr(file, "/heddle/c++/") ||
         strstr(file, "-linux-gnu/c++/");
}

/* Functions of the runtime are nobody's business. */
static bool is_own(const char *function, const char *file) {
  if (!strcmp(function, "heddle_user_main"))
    return false;
  return starts(function, "heddle_") || starts(function, "rt_") ||
         starts(function, "??") || strstr(file, "/rt/") ||
         starts(file, "rt/") || is_header(file);
}

/* Two lines: the function; file:line, perhaps with more after a space. */
static bool read_frame(FILE *from, struct spot *at, struct arena *arena,
                       bool *own) {
  char function[4096], file[4096], name[CXXNAME_LONGEST];
  if (!fgets(function, sizeof function, from) ||
      !fgets(file, sizeof file, from))
    return false;
  function[strcspn(function, "\n")] = 0;
  file[strcspn(file, " \n")] = 0;
  char *colon = strrchr(file, ':');
  uint32_t line = colon ? (uint32_t)strtoul(colon + 1, NULL, 10) : 0;
  if (colon)
    *colon = 0;
  *own = is_own(function, file) || !line;
  const char *shown = strcmp(function, "heddle_user_main")
                          ? cxxname_shorten(function, name)
                          : "main";
  *at = (struct spot){.file = arena_string(arena, file, strlen(file)),
                      .function = arena_string(arena, shown, strlen(shown)),
                      .line = line};
  return true;
}

size_t frames_find(const char *binary, const uint64_t *addresses, size_t count,
                   struct spot *out, size_t cap, struct arena *arena) {
  EXPECTS(addresses || !count);
  FILE *answer = count ? ask(binary, addresses, count) : NULL;
  size_t found = 0;
  struct spot at;
  bool own;
  while (answer && read_frame(answer, &at, arena, &own))
    if (!own && found < cap)
      out[found++] = at;
  if (answer)
    pclose(answer);
  return found;
}

/* As the program's author wrote it. */
static const char *plain(const char *name) {
  if (starts(name, "heddle_"))
    name += strlen("heddle_");
  while (*name == '_')
    name++;
  return name;
}

struct spot frames_innermost(const char *binary, const uint64_t *addresses,
                             size_t count, const char **called,
                             const char **started, struct arena *arena) {
  FILE *answer = count ? ask(binary, addresses, count) : NULL;
  struct spot at, first = {0};
  bool own;
  while (answer && read_frame(answer, &at, arena, &own)) {
    if (own && !first.line && !starts(at.function, "??"))
      *called = plain(at.function);
    if (own)
      continue;
    if (!first.line)
      first = at;
    *started = at.function;
  }
  if (answer)
    pclose(answer);
  return first;
}

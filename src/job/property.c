#include "job/property.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "job/host.h"

bool property_is(const char *word) {
  return !strncmp(word, NEVER_OPTION, strlen(NEVER_OPTION)) ||
         !strncmp(word, ALWAYS_OPTION, strlen(ALWAYS_OPTION));
}

static const char *expression(const char *word, bool *never) {
  *never = !strncmp(word, NEVER_OPTION, strlen(NEVER_OPTION));
  return word + strlen(*never ? NEVER_OPTION : ALWAYS_OPTION);
}

static void add_quoted(struct text *out, const char *from, size_t len) {
  text_add(out, "\"");
  for (size_t i = 0; i < len; i++) {
    if (from[i] == '"' || from[i] == '\\')
      text_add(out, "\\");
    text_printf(out, "%c", from[i] == '\n' ? ' ' : from[i]);
  }
  text_add(out, "\"");
}

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

static const char *skip(const char *p) {
  return p + strspn(p, " \t");
}

/* The end of `at(THREAD, FILE:LINE)`, which is written as a call; NULL: it is
 * not written like this. */
static const char *add_at(struct text *out, const char *p) {
  const char *thread = skip(p + strlen("at("));
  size_t thread_len = strcspn(thread, " ,)");
  const char *comma = skip(thread + thread_len);
  if (!thread_len || *comma != ',')
    return NULL;
  const char *file = skip(comma + 1);
  size_t len = strcspn(file, ")");
  const char *colon = file + len;
  while (colon > file && *colon != ':')
    colon--;
  char *end;
  long line = strtol(colon + 1, &end, 10);
  const char *close = skip(end);
  if (colon == file || !file[len] || line <= 0 || close != file + len)
    return NULL;
  text_add(out, "heddle_thread_at(");
  add_quoted(out, thread, thread_len);
  text_add(out, ", ");
  add_quoted(out, file, (size_t)(colon - file));
  text_printf(out, ", %ld)", line);
  return close + 1;
}

/* The expression as C; false: an at() in it is none. */
static bool add_expression(struct text *out, const char *p) {
  char before = ' ';
  while (*p) {
    if (!strncmp(p, "at(", 3) && !is_word(before)) {
      p = add_at(out, p);
      if (!p)
        return false;
      before = ')';
    } else {
      before = *p;
      text_printf(out, "%c", *p == '\n' ? ' ' : *p);
      p++;
    }
  }
  return true;
}

static bool add_property(const struct host *h, struct text *out,
                         const char *word, size_t number) {
  bool never;
  const char *what = expression(word, &never);
  text_printf(out, "#line 1 \"--%s\"\nHEDDLE_PROPERTY(option_%zu, (",
              never ? "never" : "always", number);
  if (!add_expression(out, what))
    return host_say(h,
                    "'%s': where a thread is is asked as at(THREAD, "
                    "FILE:LINE), like at(1, queue.c:20)",
                    what);
  text_add(out, "), ");
  add_quoted(out, what, strlen(what));
  text_printf(out, ", 0, 0, %d);\n", never);
  return true;
}

char *property_write(const struct host *h, const char *folder,
                     const char *source, bool cxx, char *const *words,
                     size_t count) {
  struct text out = {0}, path = {0};
  char *whole = realpath(source, NULL);
  bool good = true;
  text_add(&out, "#include ");
  add_quoted(&out, whole ? whole : source, strlen(whole ? whole : source));
  text_add(&out, "\n#include <heddle/rt.h>\n");
  for (size_t i = 0; i < count && good; i++)
    good = add_property(h, &out, words[i], i);
  text_printf(&path, "%s/properties.%s", folder, cxx ? "cpp" : "c");
  good = good && host_write(h, &out, path.at);
  free(whole);
  text_free(&out);
  if (!good)
    text_free(&path);
  return path.at;
}

char *property_prefix(void) {
  struct text option = {0};
  char *here = realpath(".", NULL);
  text_printf(&option, "-fmacro-prefix-map=%s/=", here ? here : ".");
  free(here);
  return option.at;
}

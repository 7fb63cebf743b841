/* The environment: `environ` is the program's variable, what it points to is
 * made anew by every change, in memory of the run.  Whoever changes it races
 * with everybody who looks (attributes(7): const:env). */
#include <errno.h>

#include "base/sound.h"
#include "rt/call.h"
#include "rt/calls.h"
#include "rt/rt.h"

extern char **environ;

static const struct heddle_global names NAMED = {
    &environ, "environ", sizeof environ, sizeof environ, 0};

static char **first; /* as the process found it */
static bool changed;

void rt_environment_reset(void) {
  if (changed)
    environ = first;
  changed = false;
}

void rt_environment_look(heddle_at site) {
  rt_range_read(&environ, sizeof environ, site);
}

static void changes(heddle_at site) {
  rt_range_write(&environ, sizeof environ, site);
  if (!changed)
    first = environ;
  changed = true;
}

/* Its place among the variables, or behind the last. */
static size_t place_of(const char *name, size_t len, bool *found) {
  EXPECTS(name && found);
  size_t i = 0;
  *found = false;
  for (; environ && environ[i] && !*found; i += !*found)
    *found = !strncmp(environ[i], name, len) && environ[i][len] == '=';
  return i;
}

static void reads_name(const char *name, unsigned argument, heddle_at site) {
  if (!rt_is_nobodys(name))
    rt_argument_read(argument, name, strlen(name) + 1, site);
}

char *heddle_getenv(const char *name) {
  heddle_at site = heddle_here;
  bool found;
  reads_name(name, 0, site);
  rt_environment_look(site);
  size_t len = strlen(name), i = place_of(name, len, &found);
  return found ? environ[i] + len + 1 : NULL;
}

char *heddle_secure_getenv(const char *name) {
  return heddle_getenv(name);
}

/* `text` is "NAME=value", or NULL: the name goes. */
static int put(const char *name, size_t len, char *text) {
  EXPECTS(name != NULL);
  bool found;
  size_t i = place_of(name, len, &found), count = i;
  while (environ && environ[count])
    count++;
  char **all = rt_heap_alloc((count + 2) * sizeof *all, 16);
  if (!all)
    return -1;
  size_t n = 0;
  for (size_t k = 0; k < count; k++)
    if (!found || k != i)
      all[n++] = environ[k];
    else if (text)
      all[n++] = text;
  if (text && !found)
    all[n++] = text;
  all[n] = NULL;
  environ = all;
  return 0;
}

static bool is_bad(const char *name) {
  bool bad = !name || !*name || strchr(name, '=');
  if (bad)
    errno = EINVAL;
  return bad;
}

int heddle_setenv(const char *name, const char *value, int replace) {
  heddle_at site = heddle_here;
  bool found;
  if (is_bad(name))
    return -1;
  reads_name(name, 0, site);
  reads_name(value, 1, site);
  changes(site);
  heddle_here = site;
  size_t len = strlen(name), more = strlen(value);
  place_of(name, len, &found);
  if (found && !replace)
    return 0;
  char *text = rt_heap_alloc(len + more + 2, 16);
  if (!text)
    return -1;
  memcpy(text, name, len);
  text[len] = '=';
  memcpy(text + len + 1, value, more + 1);
  return put(name, len, text);
}

int heddle_unsetenv(const char *name) {
  heddle_at site = heddle_here;
  if (is_bad(name))
    return -1;
  reads_name(name, 0, site);
  changes(site);
  heddle_here = site;
  return put(name, strlen(name), NULL);
}

int heddle_putenv(char *text) {
  heddle_at site = heddle_here;
  const char *sign = strchr(text, '=');
  if (!sign)
    return heddle_unsetenv(text);
  reads_name(text, 0, site);
  changes(site);
  heddle_here = site;
  return put(text, (size_t)(sign - text), text);
}

int heddle_clearenv(void) {
  changes(heddle_here);
  environ = NULL;
  return 0;
}

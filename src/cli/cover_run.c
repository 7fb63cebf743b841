#include "cli/cover_run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "cli/backstop.h"
#include "cli/cli.h"

/* --- the command ---------------------------------------------------------- */

/* The parameter named from `at` to `end`, or SIZE_MAX. */
static size_t find_param(const struct heddle_cover *m, const char *at,
                         const char *end) {
  for (size_t p = 0; p < heddle_cover_params(m); p++) {
    const char *name = heddle_cover_param(m, p);
    if (strlen(name) == (size_t)(end - at) &&
        !strncmp(name, at, (size_t)(end - at)))
      return p;
  }
  return SIZE_MAX;
}

static bool check_names(const struct heddle_cover *m, const char *s) {
  size_t named = 0;
  for (; *s; s++) {
    if (*s != '{')
      continue;
    if (s[1] == '{') {
      s++;
      continue;
    }
    const char *end = strchr(s, '}');
    if (!end || find_param(m, s + 1, end) == SIZE_MAX) {
      term_message("--run: there is no parameter '%.*s' ('{{' is a brace)",
                   (int)(end ? end - s - 1 : (long)strlen(s + 1)), s + 1);
      return false;
    }
    named++;
    s = end;
  }
  if (!named)
    term_message("--run: the command names no parameter, such as {%s}",
                 heddle_cover_param(m, 0));
  return named;
}

/* One word from *at on, as a shell would take it; false at the end. */
static bool take_word(const char **at, struct text *word) {
  const char *s = *at + strspn(*at, " \t\n");
  char quote = 0;
  text_clear(word);
  if (!*s)
    return false;
  for (; *s && (quote || !strchr(" \t\n", *s)); s++) {
    if (quote ? *s == quote : *s == '"' || *s == '\'')
      quote = quote ? 0 : *s;
    else if (*s == '\\' && quote != '\'' && s[1])
      text_char(word, *++s);
    else
      text_char(word, *s);
  }
  *at = s;
  return true;
}

bool cover_runner_begin(struct cover_runner *r, const struct heddle_cover *m,
                        const char *command, bool shell) {
  *r = (struct cover_runner){.m = m, .shell = shell, .jobs = 1};
  if (!check_names(m, command))
    return false;
  if (shell) {
    vec_push(&r->words, strdup(command));
    return true;
  }
  struct text word = {0};
  while (take_word(&command, &word))
    vec_push(&r->words, strdup(text_str(&word)));
  text_free(&word);
  return true;
}

void cover_runner_end(struct cover_runner *r) {
  vec_each(&r->words, w) free(*w);
  vec_free(&r->words);
}

static void add_value(struct text *out, const char *s, bool quoted) {
  if (!quoted) {
    text_add(out, s);
    return;
  }
  text_char(out, '\'');
  for (; *s; s++)
    if (*s == '\'')
      text_add(out, "'\\''");
    else
      text_char(out, *s);
  text_char(out, '\'');
}

/* The word with the values of a test in it. */
static char *expand(const struct cover_runner *r, const char *s,
                    const struct heddle_cover_tests *tests, size_t test) {
  struct text out = {0};
  for (; *s; s++) {
    const char *end = *s == '{' && s[1] != '{' ? strchr(s, '}') : NULL;
    if (end) {
      size_t p = find_param(r->m, s + 1, end);
      add_value(&out,
                heddle_cover_value(r->m, p, heddle_cover_cell(tests, test, p)),
                r->shell);
      s = end;
    } else {
      text_char(&out, *s);
      s += *s == '{' && s[1] == '{';
    }
  }
  char *word = strdup(text_str(&out));
  text_free(&out);
  return word;
}

static char **arguments(const struct cover_runner *r,
                        const struct heddle_cover_tests *tests, size_t test) {
  char **argv = alloc_zero(r->words.len + 4, sizeof *argv);
  size_t n = 0;
  if (r->shell) {
    argv[n++] = strdup("/bin/sh");
    argv[n++] = strdup("-c");
  }
  vec_each(&r->words, w) argv[n++] = expand(r, *w, tests, test);
  return argv;
}

/* --- processes ------------------------------------------------------------ */

struct child {
  pid_t pid; /* 0: free */
  size_t test;
  double started;
};

/* In the child: from here to exec. */
static void become(char **argv, int say) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  int null = open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3 && null >= 0; fd++)
    dup2(null, fd);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  static const int reset[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
  for (size_t i = 0; i < sizeof reset / sizeof *reset; i++)
    signal(reset[i], SIG_DFL);
  execvp(argv[0], argv);
  int why = errno;
  if (write(say, &why, sizeof why) < 0)
    _exit(126);
  _exit(127);
}

/* Starts the command of a test; what keeps it from running is said once. */
static bool start(struct cover_runner *r,
                  const struct heddle_cover_tests *tests, size_t test,
                  struct child *c) {
  char **argv = arguments(r, tests, test);
  int ends[2], why = 0;
  pid_t pid = -1;
  if (!pipe2(ends, O_CLOEXEC)) {
    pid = fork();
    if (!pid)
      become(argv, ends[1]);
    why = pid < 0 ? errno : 0;
    close(ends[1]);
    if (pid > 0 && read(ends[0], &why, sizeof why) <= 0)
      why = 0;
    close(ends[0]);
  } else {
    why = errno;
  }
  if (pid > 0 && why)
    waitpid(pid, NULL, 0);
  if (why) {
    errno = why;
    term_message("--run: cannot run '%s': %s", argv[0], term_reason());
    r->unusable = true;
  }
  for (char **a = argv; *a; a++)
    free(*a);
  free(argv);
  *c = (struct child){why ? 0 : pid, test, clock_wall()};
  return !why;
}

static char *describe(int status) {
  struct text t = {0};
  if (WIFSIGNALED(status))
    text_printf(&t, "signal %d", WTERMSIG(status));
  else if (WEXITSTATUS(status))
    text_printf(&t, "exit %d", WEXITSTATUS(status));
  else
    text_add(&t, "pass");
  char *s = strdup(text_str(&t));
  text_free(&t);
  return s;
}

/* The test is over; nothing of its processes stays. */
static void finish(struct cover_runner *r, struct child *c, char *result,
                   char **results) {
  kill(-c->pid, SIGKILL);
  free(results[c->test]);
  results[c->test] = result;
  r->run++;
  r->failed += strcmp(result, "pass") != 0;
  c->pid = 0;
}

/* Looks whether a child has ended, or must; true when it has. */
static bool look(struct cover_runner *r, struct child *c, char **results) {
  int status;
  pid_t got = waitpid(c->pid, &status, WNOHANG);
  if (got == c->pid) {
    finish(r, c, describe(status), results);
    return true;
  }
  bool late = r->each > 0 && clock_wall() - c->started > r->each;
  if (!late && !r->cut_off)
    return false;
  kill(-c->pid, SIGKILL);
  kill(c->pid, SIGKILL);
  waitpid(c->pid, &status, 0);
  if (late)
    finish(r, c, strdup("time"), results);
  c->pid = 0;
  return true;
}

static void show(struct progress *p, const struct cover_runner *r, size_t all) {
  struct progress_figure f[] = {
      {"run", r->run}, {"failed", r->failed}, {"tests", all}};
  if (p->show && progress_due(p))
    progress_show(p, "cover", f, 3);
}

void cover_runner_all(struct cover_runner *r,
                      const struct heddle_cover_tests *tests, size_t first,
                      char **results) {
  struct child *children = alloc_zero(r->jobs, sizeof *children);
  struct progress progress;
  host_progress_begin(term_host(), &progress);
  size_t next = first, busy = 0;
  for (size_t i = first; i < tests->count; i++)
    results[i] = strdup("");
  while (busy || (next < tests->count && !r->cut_off && !r->unusable)) {
    r->cut_off = r->cut_off || budget_over(r->budget);
    bool moved = false;
    for (unsigned i = 0; i < r->jobs; i++) {
      struct child *c = &children[i];
      if (c->pid && look(r, c, results)) {
        busy--;
        moved = true;
      }
      if (!c->pid && next < tests->count && !r->cut_off && !r->unusable &&
          start(r, tests, next++, c)) {
        busy++;
        moved = true;
      }
    }
    show(&progress, r, tests->count);
    if (!moved)
      nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
  host_progress_end(term_host(), &progress);
  free(children);
}

/* The end of the process: exit, abort, failed assertions. */
#include "rt/calls.h"
#include "rt/rt.h"

enum { HANDLERS = 32 };

static void (*handlers[HANDLERS])(void);
static unsigned handlers_len;

heddle_at heddle_here;

void rt_exit_reset(void) { handlers_len = 0; }

/* Handlers run as part of the thread that exits. */
_Noreturn void rt_process_exit(int code) {
  while (handlers_len)
    handlers[--handlers_len]();
  rt.exit_code = code;
  if (code)
    rt_fail(FINDING_EXIT, heddle_here, "exit code %d", code);
  rt_end(RUN_COMPLETE, FINDING_NONE, NULL);
}

void heddle_exit(int code) { rt_process_exit(code); }
void heddle_quick_exit(int code) { heddle__exit(code); }
void heddle__Exit(int code) { heddle__exit(code); }

void heddle__exit(int code) {
  handlers_len = 0;
  rt_process_exit(code);
}

int heddle_atexit(void (*handler)(void)) {
  if (handlers_len == HANDLERS)
    return -1;
  handlers[handlers_len++] = handler;
  return 0;
}

void heddle_abort(void) {
  rt_fail(FINDING_ABORT, heddle_here, "abort() was called");
}

void heddle___assert_fail(const char *expression, const char *file,
                          unsigned line, const char *function) {
  (void)file;
  (void)line;
  rt_fail(FINDING_ASSERTION, heddle_here, "assert(%s) in %s", expression,
          function);
}

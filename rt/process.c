/* The end of the process: exit, abort, failed assertions. */
#include "rt/calls.h"
#include "rt/rank.h"
#include "rt/rt.h"

enum { HANDLERS = 4096 };

static struct {
  void (*plain)(void);
  void (*call)(void *);
  void *argument;
} handlers[HANDLERS];
static unsigned handlers_len TOUCHED;
static bool shut TOUCHED; /* destructors have begun, or must not run */

heddle_at heddle_here TOUCHED;

void rt_exit_reset(void) {
  handlers_len = 0;
  shut = false;
}

/* Handlers run as part of the thread that exits; leaving the process is a
 * step that depends on everything, always, and ends the run. */
_Noreturn void rt_process_exit(int code) {
  rt_run_endings(rt.current);
  while (handlers_len) {
    handlers_len--;
    if (handlers[handlers_len].plain)
      handlers[handlers_len].plain();
    else
      handlers[handlers_len].call(handlers[handlers_len].argument);
  }
  if (!shut) {
    shut = true;
    rt_shutdown();
  }
  struct fiber *f = rt.current;
  f->kind = OP_QUIT;
  f->object = 0;
  f->size = 1;
  f->flags = 0;
  f->site = heddle_here;
  f->alts = 1;
  if (!rt.block) { /* else it is part of the block */
    rt_park();
    rt.step->value = (uint64_t)(unsigned)code;
  }
  rt.exit_code = code;
  if (code)
    rt_end(RUN_FAILED, FOUND_EXIT, "exit code %d", code);
  rt_end(RUN_COMPLETE, FOUND_NONE, NULL);
}

void heddle_exit(int code) {
  if (UNLIKELY(rt_is_rank()))
    rt_rank_end(code);
  rt_process_exit(code);
}
void heddle_quick_exit(int code) { heddle__exit(code); }
void heddle__Exit(int code) { heddle__exit(code); }

void heddle__exit(int code) {
  if (UNLIKELY(rt_is_rank()))
    rt_rank_end(code);
  handlers_len = 0;
  shut = true;
  rt.current->endings = NULL;
  rt_process_exit(code);
}

int heddle_atexit(void (*handler)(void)) {
  if (UNLIKELY(rt_is_rank())) /* it would run among the variables of none */
    rt_escape(WHY_UNMODELLED, "atexit of a rank", heddle_here);
  if (handlers_len == HANDLERS)
    return -1;
  handlers[handlers_len].call = NULL;
  handlers[handlers_len++].plain = handler;
  return 0;
}

/* Of C++: the destructors of global and static variables. */
int heddle___cxa_atexit(void (*call)(void *), void *argument, void *library) {
  (void)library;
  if (handlers_len == HANDLERS)
    rt_escape_end(WHY_MEMORY, "more than 4096 static variables", heddle_here);
  handlers[handlers_len].plain = NULL;
  handlers[handlers_len].argument = argument;
  handlers[handlers_len++].call = call;
  return 0;
}

void heddle_abort(void) {
  rt_fail(FOUND_ABORT, heddle_here, "abort() was called");
}

void heddle___assert_fail(const char *expression, const char *file,
                          unsigned line, const char *function) {
  (void)file;
  (void)line;
  (void)function;
  rt_fail(FOUND_ASSERTION, heddle_here, "assert(%s)", expression);
}

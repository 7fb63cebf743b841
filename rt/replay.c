/* Replay: one plan without an explorer, for debuggers.
 *
 * The environment names a file with the image of a wire (rt/wire.h) in which
 * the first plan is the schedule; it is mapped privately, so that every start
 * of the program begins with the same.  Heaps, stacks and variables are where
 * they always are.
 *
 * The functions here do nothing: they are places to stop at.  They are called
 * on the stack of the thread concerned, in every run that is shown, so that
 * the frames above them are the program's (tools/heddle_gdb.py). */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rt/rt.h"

#ifdef __clang__ /* which never makes copies of a function */
#define PLACE_TO_STOP __attribute__((noinline, used))
#else
#define PLACE_TO_STOP __attribute__((noinline, noclone, used))
#endif

/* The event before which the debugger wants to stop, or 0; the event that the
 * running thread is about to do or has done. */
volatile uint32_t heddle_stop_at;
volatile uint32_t heddle_event_number;

PLACE_TO_STOP void heddle_replay_begin(void) {
  __asm__ volatile("");
}

PLACE_TO_STOP void heddle_event_stop(uint32_t number) {
  __asm__ volatile("" ::"r"(number));
}

PLACE_TO_STOP void heddle_event_hook(uint32_t number) {
  heddle_event_number = number;
  if (number == heddle_stop_at)
    heddle_event_stop(number);
  __asm__ volatile("");
}

PLACE_TO_STOP void heddle_failure_hook(void) {
  __asm__ volatile("");
}
PLACE_TO_STOP void heddle_end_hook(void) {
  __asm__ volatile("");
}

struct wire *rt_replay_wire(const char *path) {
  struct stat s;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct wire *w = MAP_FAILED;
  if (file >= 0 && !fstat(file, &s) && (size_t)s.st_size >= sizeof(struct wire))
    w = mmap(NULL, (size_t)s.st_size, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_NORESERVE, file, 0);
  if (file >= 0)
    close(file);
  if (w == MAP_FAILED || w->magic != WIRE_MAGIC || w->version != WIRE_VERSION ||
      w->plans_len != 1 || w->size > (size_t)s.st_size) {
    fprintf(stderr, "heddle: '%s' is no schedule for this program\n", path);
    exit(2);
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  return w;
}

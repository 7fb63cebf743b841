/* What a program prints in many random schedules.
 *
 *   bench-outputs SCHEDULES STEPS FOLDER PROGRAM [ARGUMENT...]
 *
 * Every distinct output is written to FOLDER/1, FOLDER/2, ...; the caller
 * decides whether they are right.  Two outputs are taken for equal when the
 * 64-bit hash of what each thread wrote, and of the exit code, is; of every
 * distinct one, and of each 100th schedule, the bytes are looked at.  Prints
 * one row for bench/RESULTS.md; 1 if a schedule did not end well. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/vec.h"
#include "bench/common.h"
#include "exec/program.h"

enum { LOOK = 100, TOLD = 5 };

struct output {
  uint64_t state;
  char *at;
  size_t len;
};

struct outputs {
  struct executor *x;
  const char *folder;
  VEC(struct output) distinct;
  uint64_t steps, bad, looked;
};

/* Runs the schedule of the seed. */
static const struct run *run(struct outputs *o, uint64_t seed, uint8_t flags) {
  struct batch *b = o->x->batch;
  batch_clear(b);
  struct plan *p = batch_plan(b, 0);
  p->after = AFTER_RANDOM;
  p->seed = seed * UINT64_C(0x9e3779b97f4a7c15);
  p->flags = flags;
  if (!o->x->run(o->x) || b->done != 1) {
    fprintf(stderr, "the program cannot be run: %s\n",
            o->x->error ? o->x->error : "it died");
    exit(1);
  }
  return &b->runs[0];
}

static struct output *find(struct outputs *o, uint64_t state) {
  for (size_t i = 0; i < o->distinct.len; i++)
    if (o->distinct.at[i].state == state)
      return &o->distinct.at[i];
  return NULL;
}

static void keep(struct outputs *o, struct output new) {
  char path[512];
  vec_push(&o->distinct, new);
  snprintf(path, sizeof path, "%s/%zu", o->folder, o->distinct.len);
  FILE *f = fopen(path, "wb");
  if (!f || fwrite(new.at, 1, new.len, f) != new.len || fclose(f)) {
    perror(path);
    exit(1);
  }
}

/* The same schedule again, with its bytes. */
static void look(struct outputs *o, uint64_t seed, uint64_t state) {
  size_t len = 0;
  run(o, seed, PLAN_OUTPUT);
  const char *at = o->x->output(o->x, &len);
  struct output *known = find(o, state);
  o->looked++;
  if (!known) {
    struct output new = {state, malloc(len + 1), len};
    if (len)
      memcpy(new.at, at, len);
    keep(o, new);
  } else if (known->len != len || (len && memcmp(known->at, at, len))) {
    fprintf(stderr, "seed %" PRIu64 ": the hash is that of another output\n",
            seed);
    o->bad++;
  }
}

static void schedule(struct outputs *o, uint64_t seed) {
  const struct run *r = run(o, seed, 0);
  uint64_t state = r->state;
  o->steps += r->steps;
  if (r->end != RUN_COMPLETE && ++o->bad <= TOLD)
    fprintf(stderr, "seed %" PRIu64 ": %s: %s\n", seed, found_text(r->finding),
            r->text == UINT32_MAX ? "" : o->x->batch->text + r->text);
  if (!find(o, state) || seed % LOOK == 0)
    look(o, seed, state);
}

int main(int argc, char **argv) {
  if (argc < 5) {
    fprintf(stderr, "usage: bench-outputs SCHEDULES STEPS FOLDER PROGRAM "
                    "[ARGUMENT...]\n");
    return 2;
  }
  uint64_t count = strtoull(argv[1], NULL, 10);
  struct text error = {0};
  double before = bench_cpu();
  struct outputs o = {.folder = argv[3]};
  o.x = program_executor_open(
      &(struct program_options){.path = argv[4],
                                .args = (const char *const *)argv + 5,
                                .args_len = (size_t)argc - 5},
      &error);
  if (!o.x) {
    fprintf(stderr, "%s\n", text_str(&error));
    return 1;
  }
  o.x->steps_max = (uint32_t)strtoul(argv[2], NULL, 10);
  for (uint64_t seed = 1; seed <= count; seed++)
    schedule(&o, seed);
  const char *notice;
  while ((notice = o.x->notice(o.x)))
    fprintf(stderr, "%s\n", notice);
  o.x->close(o.x);
  double seconds = bench_cpu() - before;
  printf("%" PRIu64 " schedules, %" PRIu64 " bad, %zu distinct outputs, "
         "%.0f steps each, %.1f CPU s, %.0f per CPU s\n",
         count, o.bad, o.distinct.len, (double)o.steps / (double)count,
         seconds, (double)count / seconds);
  vec_each(&o.distinct, p) free(p->at);
  vec_free(&o.distinct);
  return o.bad != 0;
}

#include "exec/tape.h"

#include <inttypes.h>

#include "base/hash.h"
#include "base/record_head.h"

const char *const tape_target_names[] = {"sources", "binary", "model"};
const char *const tape_switch_names[] = {"none", "later", "undone", "other",
                                         "ahead"};

static void add_value(struct text *out, const char *s) {
  for (; *s; s++)
    if (*s == '%' || *s == '\n' || *s == '\r')
      text_printf(out, "%%%02X", (unsigned)(unsigned char)*s);
    else
      text_char(out, *s);
}

static void add_line(struct text *out, const char *key, const char *value) {
  text_printf(out, "%s ", key);
  add_value(out, value);
  text_char(out, '\n');
}

/* The i-th word of a list that is broken into lines of 32. */
static void add_word(struct text *out, const char *key, size_t i) {
  text_add(out, i % 32 ? " " : i ? "\n" : "");
  if (i % 32 == 0)
    text_printf(out, "%s ", key);
}

static void end_words(struct text *out, size_t count) {
  if (count)
    text_char(out, '\n');
}

static void add_choices(struct text *out, const struct tape *r) {
  for (size_t i = 0; i < r->choices.len; i++) {
    choice c = r->choices.at[i];
    add_word(out, "choices", i);
    text_printf(out, "%u", CHOICE_THREAD(c));
    if (CHOICE_ALT(c))
      text_printf(out, ":%u", CHOICE_ALT(c));
  }
  end_words(out, r->choices.len);
  for (size_t i = 0; i < r->trail.len; i++) {
    add_word(out, "trail", i);
    text_printf(out, "%" PRIu32, r->trail.at[i]);
  }
  end_words(out, r->trail.len);
}

static void add_sources(struct text *out, const struct tape *r) {
  for (size_t i = 0; i < r->sources.len; i++) {
    const struct tape_source *s = &r->sources.at[i];
    text_printf(out, "source %016" PRIx64 " ", s->digest);
    add_value(out, s->path);
    text_char(out, '\n');
    for (size_t k = 0; k < s->marks_len; k++) {
      add_word(out, "marks", k);
      text_printf(out, "%04x", s->marks[k]);
    }
    end_words(out, s->marks_len);
  }
}

/* Names of operations are words here: "init lock" is written init_lock. */
static void add_places(struct text *out, const struct tape *r) {
  for (size_t i = 0; i < r->places.len; i++) {
    const struct tape_place *p = &r->places.at[i];
    text_add(out, "at ");
    for (const char *s = op_text(p->kind); *s; s++)
      text_char(out, *s == ' ' ? '_' : *s);
    if (p->source == UINT32_MAX)
      text_add(out, " - 0 ");
    else
      text_printf(out, " %" PRIu32 " %" PRIu32 " ", p->source, p->line);
    add_value(out, p->text);
    text_char(out, '\n');
  }
}

static void add_program(struct text *out, const struct tape *r) {
  for (size_t i = 0; i < r->files.len; i++)
    add_line(out, i ? "file" : "program", r->files.at[i]);
  text_printf(out, "target %s\n", tape_target_names[r->target]);
  for (size_t i = 0; i < r->flags.len; i++)
    add_line(out, "flag", r->flags.at[i]);
  for (size_t i = 0; i < r->args.len; i++)
    add_line(out, "arg", r->args.at[i]);
  text_printf(out, "identity %016" PRIx64 "\n", r->identity);
  if (r->build)
    text_printf(out, "build %016" PRIx64 "\n", r->build);
  if (r->fork)
    text_add(out, "option fork\n");
  if (r->spurious)
    text_add(out, "option spurious\n");
  if (r->same_output)
    text_add(out, "option same-output\n");
  if (r->malloc_fails)
    text_add(out, "option malloc-may-fail\n");
  if (r->partial_io)
    text_add(out, "option partial-io\n");
  if (r->unbuffered)
    text_add(out, "option mpi-unbuffered\n");
  if (r->mpi_leaks)
    text_add(out, "option mpi-leaks\n");
  if (r->stops)
    text_add(out, "option stop\n");
  text_printf(out, "steps %" PRIu64 "\n", r->steps);
  if (r->memory)
    text_printf(out, "memory %" PRIu64 "\n", r->memory);
  if (r->threads_max)
    text_printf(out, "threads %" PRIu64 "\n", r->threads_max);
  if (r->ranks)
    text_printf(out, "ranks %" PRIu64 "\n", r->ranks);
}

/* A named input has the number of its name (executor.h). */
static void add_input(struct text *out, const struct plan_input *i) {
  if (i->thread == INPUT_NAMED)
    text_add(out, "input named");
  else
    text_printf(out, "input %u", i->thread);
  text_printf(out, " %u %" PRId64 "\n", i->index, i->value);
}

void tape_write(const struct tape *r, struct text *out) {
  size_t from = out->len;
  record_head_write(RECORD_SCHEDULE, out);
  add_program(out, r);
  text_printf(out, "finding %s\n", found_key(r->finding));
  if (r->unlike)
    text_printf(out, "unlike %016" PRIx64 "\n", r->unlike);
  add_line(out, "place", r->place ? r->place : "");
  add_line(out, "quote", r->quote ? r->quote : "");
  add_line(out, "text", r->text ? r->text : "");
  add_sources(out, r);
  add_places(out, r);
  vec_each(&r->inputs, p) add_input(out, p);
  for (size_t i = 0; i < r->threads.len; i++)
    text_printf(out, "thread %zu %u %u\n", i + 1, r->threads.at[i].parent,
                r->threads.at[i].index);
  if (r->decisive.change || r->decisive.event || r->decisive.instead)
    text_printf(out, "switch %s %u %u %" PRIu32 "\n",
                tape_switch_names[r->decisive.change], r->decisive.from,
                r->decisive.instead, r->decisive.event + 1);
  if (r->rounds && r->round != ROUND_ANYWHERE)
    text_printf(out, "round %" PRIu32 "\n", r->round);
  add_choices(out, r);
  text_printf(out, "check %016" PRIx64 "\nend\n",
              hash_bytes(out->at + from, out->len - from));
}

void tape_free(struct tape *r) {
  vec_free(&r->files);
  vec_free(&r->flags);
  vec_free(&r->args);
  vec_free(&r->inputs);
  vec_free(&r->threads);
  vec_free(&r->choices);
  vec_free(&r->sources);
  vec_free(&r->places);
  vec_free(&r->trail);
  vec_free(&r->lines);
  arena_free(&r->arena);
  *r = (struct tape){0};
}

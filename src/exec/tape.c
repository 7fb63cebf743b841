#include "exec/tape.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const target_names[] = {"sources", "binary", "model"};

/* --- writing ------------------------------------------------------------ */

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

static void add_choices(struct text *out, const struct tape *r) {
  for (size_t i = 0; i < r->choices.len; i++) {
    choice c = r->choices.at[i];
    text_add(out, i % 32 ? " " : i ? "\nchoices " : "choices ");
    text_printf(out, "%u", CHOICE_THREAD(c));
    if (CHOICE_ALT(c))
      text_printf(out, ":%u", CHOICE_ALT(c));
  }
  if (r->choices.len)
    text_char(out, '\n');
}

void tape_write(const struct tape *r, struct text *out) {
  text_add(out, "heddle recording 1\n");
  for (size_t i = 0; i < r->files.len; i++)
    add_line(out, i ? "file" : "program", r->files.at[i]);
  text_printf(out, "target %s\n", target_names[r->target]);
  for (size_t i = 0; i < r->flags.len; i++)
    add_line(out, "flag", r->flags.at[i]);
  for (size_t i = 0; i < r->args.len; i++)
    add_line(out, "arg", r->args.at[i]);
  text_printf(out, "identity %016" PRIx64 "\n", r->identity);
  if (r->fork)
    text_add(out, "option fork\n");
  if (r->spurious)
    text_add(out, "option spurious\n");
  if (r->stops)
    text_add(out, "option stop\n");
  text_printf(out, "steps %" PRIu64 "\n", r->steps);
  text_printf(out, "finding %s\n", found_key(r->finding));
  add_line(out, "place", r->place ? r->place : "");
  add_line(out, "text", r->text ? r->text : "");
  for (size_t i = 0; i < r->inputs.len; i++)
    text_printf(out, "input %u %u %" PRId64 "\n", r->inputs.at[i].thread,
                r->inputs.at[i].index, r->inputs.at[i].value);
  for (size_t i = 0; i < r->threads.len; i++)
    text_printf(out, "thread %zu %u %u\n", i + 1, r->threads.at[i].parent,
                r->threads.at[i].index);
  add_choices(out, r);
  text_add(out, "end\n");
}

/* --- reading ------------------------------------------------------------ */

struct reader {
  struct tape *r;
  struct diag *diag;
  struct diag_at at;
  bool ended;
};

static bool bad(struct reader *in, const char *what) {
  return diag_error(in->diag, in->at, "%s", what);
}

static const char *value_of(struct reader *in, const char *s) {
  size_t len = strlen(s);
  char *out = arena_string(&in->r->arena, s, len), *to = out;
  for (const char *p = out; *p; p++) {
    char hex[3] = {0};
    if (*p == '%' && p[1] && p[2]) {
      memcpy(hex, p + 1, 2);
      *to++ = (char)strtoul(hex, NULL, 16);
      p += 2;
    } else {
      *to++ = *p;
    }
  }
  *to = 0;
  return out;
}

/* A number, and what follows it; false when there is none below limit. */
static bool number(const char **s, uint64_t limit, uint64_t *out) {
  char *end;
  if (**s < '0' || **s > '9')
    return false;
  *out = strtoull(*s, &end, 10);
  *s = end;
  while (**s == ' ')
    ++*s;
  return *out < limit;
}

static bool read_choices(struct reader *in, const char *s) {
  while (*s) {
    uint64_t thread, alt = 0;
    const char *colon = s + strspn(s, "0123456789");
    if (!number(&s, THREADS_MAX, &thread))
      return bad(in, "expected numbers of threads below 64");
    if (*colon == ':') {
      s = colon + 1;
      if (!number(&s, ALTS_MAX, &alt))
        return bad(in, "expected an alternative below 256 after ':'");
    }
    vec_push(&in->r->choices, CHOICE(thread, alt));
  }
  return true;
}

static bool read_thread(struct reader *in, const char *s) {
  uint64_t id, parent, index;
  if (!number(&s, THREADS_MAX, &id) || !number(&s, THREADS_MAX, &parent) ||
      !number(&s, UINT16_MAX, &index) || id != in->r->threads.len + 1)
    return bad(in, "expected 'thread NUMBER PARENT INDEX', in order");
  struct tape_thread t = {(uint16_t)parent, (uint16_t)index};
  vec_push(&in->r->threads, t);
  return true;
}

static bool read_input(struct reader *in, const char *s) {
  struct plan_input i;
  if (sscanf(s, "%" SCNu32 " %" SCNu32 " %" SCNd64, &i.thread, &i.index,
             &i.value) != 3)
    return bad(in, "expected 'input THREAD INDEX VALUE'");
  vec_push(&in->r->inputs, i);
  return true;
}

static bool read_target(struct reader *in, const char *s) {
  for (unsigned i = 0; i < 3; i++)
    if (!strcmp(s, target_names[i])) {
      in->r->target = (enum tape_target)i;
      return true;
    }
  return bad(in, "expected 'sources', 'binary' or 'model'");
}

static bool read_finding(struct reader *in, const char *s) {
  for (unsigned k = 0; k < FOUND_COUNT; k++)
    if (!strcmp(s, found_key(k))) {
      in->r->finding = k;
      return true;
    }
  return bad(in, "unknown kind of finding");
}

static bool read_line(struct reader *in, const char *key, const char *s) {
  struct tape *r = in->r;
  if (!strcmp(key, "file") || !strcmp(key, "program"))
    vec_push(&r->files, value_of(in, s));
  else if (!strcmp(key, "flag"))
    vec_push(&r->flags, value_of(in, s));
  else if (!strcmp(key, "arg"))
    vec_push(&r->args, value_of(in, s));
  else if (!strcmp(key, "identity"))
    r->identity = strtoull(s, NULL, 16);
  else if (!strcmp(key, "option") && !strcmp(s, "fork"))
    r->fork = true;
  else if (!strcmp(key, "option") && !strcmp(s, "spurious"))
    r->spurious = true;
  else if (!strcmp(key, "option") && !strcmp(s, "stop"))
    r->stops = true;
  else if (!strcmp(key, "steps"))
    return number(&s, UINT32_MAX, &r->steps) ||
           bad(in, "expected a number of steps");
  else if (!strcmp(key, "place"))
    r->place = value_of(in, s);
  else if (!strcmp(key, "text"))
    r->text = value_of(in, s);
  else if (!strcmp(key, "target"))
    return read_target(in, s);
  else if (!strcmp(key, "finding"))
    return read_finding(in, s);
  else if (!strcmp(key, "input"))
    return read_input(in, s);
  else if (!strcmp(key, "thread"))
    return read_thread(in, s);
  else if (!strcmp(key, "choices"))
    return read_choices(in, s);
  else if (!strcmp(key, "end"))
    in->ended = true;
  else
    return bad(in, "not a line of a recording");
  return true;
}

bool tape_read(struct tape *r, const char *file, const char *text, size_t len,
               struct diag *diag) {
  *r = (struct tape){.place = "", .text = ""};
  struct reader in = {.r = r, .diag = diag, .at = {file, 0, 1, 1}};
  const char *end = text + len;
  for (const char *p = text; p < end && !in.ended;) {
    const char *stop = memchr(p, '\n', (size_t)(end - p));
    stop = stop ? stop : end;
    char *line = arena_string(&r->arena, p, (size_t)(stop - p));
    in.at.line++;
    if (in.at.line == 1) {
      if (strcmp(line, "heddle recording 1"))
        return bad(&in, "not a recording: expected 'heddle recording 1'");
    } else {
      char *space = strchr(line, ' ');
      if (space)
        *space = 0;
      if (!read_line(&in, line, space ? space + 1 : ""))
        return false;
    }
    p = stop + 1;
  }
  if (!in.ended)
    return bad(&in, "the recording is cut off: expected 'end'");
  if (!r->files.len)
    return bad(&in, "the recording names no file");
  return true;
}

void tape_free(struct tape *r) {
  vec_free(&r->files);
  vec_free(&r->flags);
  vec_free(&r->args);
  vec_free(&r->inputs);
  vec_free(&r->threads);
  vec_free(&r->choices);
  arena_free(&r->arena);
  *r = (struct tape){0};
}

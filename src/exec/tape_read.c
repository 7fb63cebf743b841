/* The reader of tapes: every line says what it must be, and what is wrong is
 * told with its line.  Numbers are bounded here by what an executor can take,
 * so that nobody after this needs to ask again. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/record_head.h"
#include "exec/tape.h"

struct reader {
  struct tape *r;
  struct diag *diag;
  struct diag_at at;
  const char *text, *line;   /* the whole, and the line being read */
  VEC(uint16_t) marks;       /* of the last source */
  bool ended, has_target, has_finding, has_identity, has_check;
};

static bool bad(struct reader *in, const char *what) {
  return diag_error(in->diag, in->at, "%s", what);
}

static int hex_digit(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

/* NULL when a percent sign is not followed by two digits. */
static const char *value_of(struct reader *in, const char *s) {
  char *out = arena_string(&in->r->arena, s, strlen(s)), *to = out;
  for (const char *p = out; *p; p++) {
    if (*p != '%') {
      *to++ = *p;
      continue;
    }
    int high = hex_digit(p[1]), low = high < 0 ? -1 : hex_digit(p[2]);
    if (low < 0 || !(high | low)) {
      bad(in, "expected two hexadecimal digits after '%' (a percent sign is "
              "written %25)");
      return NULL;
    }
    *to++ = (char)(high << 4 | low);
    p += 2;
  }
  *to = 0;
  return out;
}

static bool read_value(struct reader *in, const char *s, const char **out) {
  const char *value = value_of(in, s);
  *out = value ? value : "";
  return value != NULL;
}

#define PUSH_VALUE(in, list, s)                                               \
  do {                                                                        \
    const char *value_ = value_of(in, s);                                     \
    if (!value_)                                                              \
      return false;                                                           \
    vec_push(list, value_);                                                   \
  } while (0)

/* A number below limit, and the blanks after it. */
static bool number(const char **s, uint64_t limit, uint64_t *out) {
  const char *p = *s;
  uint64_t n = 0;
  if (*p < '0' || *p > '9')
    return false;
  for (; *p >= '0' && *p <= '9'; p++) {
    n = n * 10 + (uint64_t)(*p - '0');
    if (n >= limit)
      return false;
  }
  while (*p == ' ')
    p++;
  *s = p;
  *out = n;
  return true;
}

/* Exactly so many hexadecimal digits, and the blanks after them. */
static bool hex(const char **s, unsigned digits, uint64_t *out) {
  const char *p = *s;
  *out = 0;
  for (unsigned i = 0; i < digits; i++, p++) {
    if (hex_digit(*p) < 0)
      return false;
    *out = *out << 4 | (uint64_t)hex_digit(*p);
  }
  if (*p && *p != ' ')
    return false;
  while (*p == ' ')
    p++;
  *s = p;
  return true;
}

static bool read_digest(struct reader *in, const char *s, uint64_t *out) {
  return (hex(&s, 16, out) && !*s) ||
         bad(in, "expected sixteen hexadecimal digits");
}

static bool read_choices(struct reader *in, const char *s) {
  if (!*s)
    return bad(in, "expected numbers of threads below 1024");
  while (*s) {
    uint64_t thread, alt = 0;
    if (!number(&s, THREADS_MAX, &thread))
      return bad(in, "expected numbers of threads below 1024");
    if (*s == ':' && (s++, !number(&s, THREADS_MAX, &alt)))
      return bad(in, "expected an alternative below 1024 after ':'");
    vec_push(&in->r->choices, CHOICE(thread, alt));
    vec_push(&in->r->lines, in->at.line);
  }
  return true;
}

static bool read_trail(struct reader *in, const char *s) {
  if (!*s)
    return bad(in, "expected numbers of 'at' lines");
  while (*s) {
    uint64_t place;
    if (!number(&s, in->r->places.len, &place))
      return bad(in, "expected numbers of 'at' lines that came before");
    vec_push(&in->r->trail, (uint32_t)place);
  }
  return true;
}

static bool read_thread(struct reader *in, const char *s) {
  uint64_t id, parent, index;
  if (!number(&s, THREADS_MAX, &id) || !number(&s, id, &parent) ||
      !number(&s, THREADS_MAX, &index) || *s || id != in->r->threads.len + 1)
    return bad(in, "expected 'thread NUMBER PARENT INDEX': the numbers in "
                   "order from 1, the parent's below it, the index below 1024");
  struct tape_thread t = {(uint16_t)parent, (uint16_t)index};
  vec_push(&in->r->threads, t);
  return true;
}

static bool read_switch(struct reader *in, const char *s) {
  struct tape_switch *w = &in->r->decisive;
  uint64_t from, instead, event;
  size_t len = strcspn(s, " ");
  bool known = false;
  for (uint8_t i = 0; i < TAPE_SWITCHES && !known; i++) {
    known = strlen(tape_switch_names[i]) == len &&
            !strncmp(s, tape_switch_names[i], len);
    w->change = i;
  }
  s += s[len] ? len + 1 : len;
  if (!known || !number(&s, THREADS_NONE + 1, &from) ||
      !number(&s, THREADS_NONE + 1, &instead) || !number(&s, UINT32_MAX, &event) ||
      !event || *s)
    return bad(in, "expected 'switch later|undone|other|ahead FROM INSTEAD "
                   "EVENT', threads and an event by their numbers");
  w->from = (uint16_t)from;
  w->instead = (uint16_t)instead;
  w->event = (uint32_t)event - 1;
  return true;
}

static bool read_round(struct reader *in, const char *s) {
  uint64_t round;
  if (!number(&s, UINT32_MAX - 1, &round) || *s)
    return bad(in, "expected 'round NUMBER', the choices before the round");
  in->r->rounds = true;
  in->r->round = (uint32_t)round;
  return true;
}

static bool read_input(struct reader *in, const char *s) {
  static const char wanted[] =
      "expected 'input THREAD INDEX VALUE' or 'input named NUMBER VALUE'";
  uint64_t thread = INPUT_NAMED, index;
  char *end;
  bool named = !strncmp(s, "named ", 6);
  s += named ? 6 : 0;
  if ((!named && !number(&s, THREADS_MAX, &thread)) ||
      !number(&s, UINT64_C(1) << 32, &index) ||
      (*s != '-' && (*s < '0' || *s > '9')))
    return bad(in, wanted);
  struct plan_input i = {(uint32_t)thread, (uint32_t)index,
                         strtoll(s, &end, 10)};
  if (*end || end == s)
    return bad(in, wanted);
  vec_push(&in->r->inputs, i);
  return true;
}

/* The marks gathered for the last source become its own. */
static void keep_marks(struct reader *in) {
  struct tape *r = in->r;
  if (in->marks.len) {
    struct tape_source *s = &r->sources.at[r->sources.len - 1];
    s->marks =
        arena_copy(&r->arena, in->marks.at, in->marks.len * sizeof(uint16_t));
    s->marks_len = in->marks.len;
  }
  in->marks.len = 0;
}

static bool read_source(struct reader *in, const char *s) {
  struct tape_source source = {0};
  if (!hex(&s, 16, &source.digest) || !*s)
    return bad(in, "expected 'source DIGEST PATH'");
  keep_marks(in);
  source.path = value_of(in, s);
  if (!source.path)
    return false;
  vec_push(&in->r->sources, source);
  return true;
}

static bool read_marks(struct reader *in, const char *s) {
  if (!in->r->sources.len)
    return bad(in, "expected a 'source' line before its marks");
  do {
    uint64_t mark;
    if (!hex(&s, 4, &mark))
      return bad(in, "expected four hexadecimal digits for each line of the "
                     "source");
    vec_push(&in->marks, (uint16_t)mark);
  } while (*s);
  return true;
}

static bool is_op(const char *word, size_t len, const char *op) {
  for (size_t i = 0; i < len; i++)
    if (word[i] != (op[i] == ' ' ? '_' : op[i]) || !op[i])
      return false;
  return !op[len];
}

static bool read_place(struct reader *in, const char *s) {
  struct tape_place p = {.source = UINT32_MAX};
  size_t len = strcspn(s, " ");
  uint64_t source, line;
  unsigned kind = 0;
  while (kind < OP_COUNT && !is_op(s, len, op_text(kind)))
    kind++;
  if (kind == OP_COUNT || !s[len])
    return bad(in, "expected 'at OPERATION SOURCE LINE TEXT', and a known "
                   "operation");
  p.kind = (uint8_t)kind;
  s += len + 1;
  if (!strncmp(s, "- 0 ", 4)) {
    s += 4;
  } else if (number(&s, in->r->sources.len, &source) &&
             number(&s, UINT32_MAX, &line)) {
    p.source = (uint32_t)source;
    p.line = (uint32_t)line;
  } else {
    return bad(in, "expected the number of a 'source' line that came before, "
                   "and a line of it");
  }
  p.text = value_of(in, s);
  if (!p.text)
    return false;
  vec_push(&in->r->places, p);
  return true;
}

static bool read_target(struct reader *in, const char *s) {
  in->has_target = true;
  for (unsigned i = 0; i < 3; i++)
    if (!strcmp(s, tape_target_names[i])) {
      in->r->target = (enum tape_target)i;
      return true;
    }
  return bad(in, "expected 'sources', 'binary' or 'model'");
}

static bool read_finding(struct reader *in, const char *s) {
  in->has_finding = true;
  in->r->finding_line = in->at.line;
  for (unsigned k = FOUND_NONE + 1; k < FOUND_COUNT; k++)
    if (!strcmp(s, found_key(k))) {
      in->r->finding = k;
      return true;
    }
  return bad(in, "unknown kind of finding");
}

static bool read_option(struct reader *in, const char *s) {
  if (!strcmp(s, "fork"))
    in->r->fork = true;
  else if (!strcmp(s, "spurious"))
    in->r->spurious = true;
  else if (!strcmp(s, "same-output"))
    in->r->same_output = true;
  else if (!strcmp(s, "malloc-may-fail"))
    in->r->malloc_fails = true;
  else if (!strcmp(s, "partial-io"))
    in->r->partial_io = true;
  else if (!strcmp(s, "mpi-unbuffered"))
    in->r->unbuffered = true;
  else if (!strcmp(s, "mpi-leaks"))
    in->r->mpi_leaks = true;
  else if (!strcmp(s, "stop"))
    in->r->stops = true;
  else
    return bad(in, "unknown option: expected 'fork', 'spurious', "
                   "'same-output', 'malloc-may-fail', 'partial-io', "
                   "'mpi-unbuffered', 'mpi-leaks' or 'stop'");
  return true;
}

static bool read_steps(struct reader *in, const char *s) {
  return (number(&s, STEPS_MOST, &in->r->steps) && !*s && in->r->steps) ||
         bad(in, "expected a number of steps from 1 on");
}

static bool read_check(struct reader *in, const char *s) {
  uint64_t digest;
  in->has_check = true;
  if (!read_digest(in, s, &digest))
    return false;
  in->r->edited =
      digest != hash_bytes(in->text, (size_t)(in->line - in->text));
  return true;
}

static bool read_line(struct reader *in, const char *key, const char *s) {
  struct tape *r = in->r;
  if (!strcmp(key, "kind"))
    return record_kind_named(s) == RECORD_SCHEDULE ||
           bad(in, "expected a recording of kind 'schedule'");
  if (!strcmp(key, "file") || !strcmp(key, "program"))
    PUSH_VALUE(in, &r->files, s);
  else if (!strcmp(key, "flag"))
    PUSH_VALUE(in, &r->flags, s);
  else if (!strcmp(key, "arg"))
    PUSH_VALUE(in, &r->args, s);
  else if (!strcmp(key, "identity"))
    return in->has_identity = true, read_digest(in, s, &r->identity);
  else if (!strcmp(key, "build"))
    return read_digest(in, s, &r->build);
  else if (!strcmp(key, "unlike"))
    return read_digest(in, s, &r->unlike);
  else if (!strcmp(key, "option"))
    return read_option(in, s);
  else if (!strcmp(key, "steps"))
    return read_steps(in, s);
  else if (!strcmp(key, "threads"))
    return (number(&s, UINT32_MAX, &r->threads_max) && !*s) ||
           bad(in, "expected a number of threads");
  else if (!strcmp(key, "ranks"))
    return (number(&s, TAPE_RANKS, &r->ranks) && !*s) ||
           bad(in, "expected a number of ranks");
  else if (!strcmp(key, "memory"))
    return (number(&s, UINT64_MAX / 16, &r->memory) && !*s) ||
           bad(in, "expected a number of bytes");
  else if (!strcmp(key, "place"))
    return read_value(in, s, &r->place);
  else if (!strcmp(key, "quote"))
    return read_value(in, s, &r->quote);
  else if (!strcmp(key, "text"))
    return read_value(in, s, &r->text);
  else if (!strcmp(key, "target"))
    return read_target(in, s);
  else if (!strcmp(key, "finding"))
    return read_finding(in, s);
  else if (!strcmp(key, "source"))
    return read_source(in, s);
  else if (!strcmp(key, "marks"))
    return read_marks(in, s);
  else if (!strcmp(key, "at"))
    return read_place(in, s);
  else if (!strcmp(key, "input"))
    return read_input(in, s);
  else if (!strcmp(key, "thread"))
    return read_thread(in, s);
  else if (!strcmp(key, "switch"))
    return read_switch(in, s);
  else if (!strcmp(key, "round"))
    return read_round(in, s);
  else if (!strcmp(key, "choices"))
    return read_choices(in, s);
  else if (!strcmp(key, "trail"))
    return read_trail(in, s);
  else if (!strcmp(key, "check"))
    return read_check(in, s);
  else if (!strcmp(key, "end"))
    return in->ended = true;
  else
    return bad(in, "not a line of a recording");
  return true;
}

/* What must be there, and fit together. */
static bool complete(struct reader *in) {
  const struct tape *r = in->r;
  if (!in->ended)
    return bad(in, "the recording is cut off: expected 'end'");
  if (!r->files.len)
    return bad(in, "the recording names no file: expected 'program PATH'");
  if (r->target != TAPE_SOURCES && r->files.len > 1)
    return bad(in, "the recording names several files: expected one program "
                   "or model");
  if (!in->has_target || !in->has_finding || !in->has_identity || !r->steps)
    return bad(in, !in->has_target    ? "expected a 'target' line"
                   : !in->has_finding ? "expected a 'finding' line"
                   : !in->has_identity ? "expected an 'identity' line"
                                       : "expected a 'steps' line");
  if (r->trail.len && r->trail.len != r->choices.len)
    return diag_error(in->diag, in->at,
                      "the trail has %zu steps: expected %zu, one for each "
                      "choice",
                      r->trail.len, r->choices.len);
  return true;
}

static bool read_lines(struct reader *in, const char *end) {
  for (const char *p = in->text; p < end && !in->ended;) {
    const char *stop = memchr(p, '\n', (size_t)(end - p));
    stop = stop ? stop : end;
    size_t len = (size_t)(stop - p);
    in->at.line++;
    in->line = p;
    if (memchr(p, 0, len))
      return bad(in, "a byte of zero: expected text");
    char *line = arena_string(&in->r->arena, p, len);
    if (in->at.line == 1) {
      if (!record_version_known(record_version(line)))
        return bad(in, "not a recording: expected 'heddle recording 2'");
    } else {
      char *space = strchr(line, ' ');
      if (space)
        *space = 0;
      if (!read_line(in, line, space ? space + 1 : ""))
        return false;
    }
    p = stop + 1;
  }
  return true;
}

bool tape_read(struct tape *r, const char *file, const char *text, size_t len,
               struct diag *diag) {
  *r = (struct tape){.place = "", .quote = "", .text = ""};
  struct reader in = {
      .r = r, .diag = diag, .at = {file, 0, 1, 1}, .text = text};
  bool ok = read_lines(&in, text + len) && complete(&in);
  if (ok)
    keep_marks(&in);
  /* when there were at most 64 threads, nobody had the number 255 */
  if (r->decisive.from == 255 && r->threads.len < 255)
    r->decisive.from = THREADS_NONE;
  r->edited |= !in.has_check;
  r->end_line = in.at.line;
  vec_free(&in.marks);
  return ok;
}

#include "job/baseline.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "exec/executor.h"

/* --- reading ------------------------------------------------------------ */

struct reader {
  struct baseline *b;
  struct diag *diag;
  const char *line, *at, *end; /* of this line */
  uint32_t number;
};

static struct diag_at here(const struct reader *r, const char *at) {
  return (struct diag_at){r->b->file, r->number, (uint32_t)(at - r->line) + 1,
                          1};
}

static void skip_spaces(struct reader *r) {
  while (r->at < r->end && isspace((unsigned char)*r->at))
    r->at++;
}

/* A word, or a text in quotes with \" and \\; NULL at the end. */
static const char *next_word(struct reader *r, bool *quoted) {
  skip_spaces(r);
  const char *from = r->at;
  struct text out = {0};
  *quoted = r->at < r->end && *r->at == '"';
  if (r->at == r->end)
    return NULL;
  if (!*quoted) {
    while (r->at < r->end && !isspace((unsigned char)*r->at))
      r->at++;
    return arena_string(&r->b->arena, from, (size_t)(r->at - from));
  }
  for (r->at++; r->at < r->end && *r->at != '"'; r->at++) {
    if (*r->at == '\\' && r->at + 1 < r->end)
      r->at++;
    text_char(&out, *r->at);
  }
  bool closed = r->at < r->end;
  const char *s = arena_string(&r->b->arena, text_str(&out), out.len);
  text_free(&out);
  if (closed)
    r->at++;
  else
    diag_error(r->diag, here(r, from), "this text has no end");
  return closed ? s : NULL;
}

static bool read_kind(struct reader *r, struct baseline_entry *e) {
  bool quoted;
  const char *names[FOUND_COUNT], *at = r->at, *word = next_word(r, &quoted);
  for (unsigned k = 1; word && k < FOUND_COUNT; k++) {
    names[k - 1] = found_key(k);
    if (!strcmp(word, found_key(k)))
      e->kind = (uint8_t)k;
  }
  if (e->kind)
    return true;
  const char *near = word ? text_nearest(word, names, FOUND_COUNT - 1) : NULL;
  return diag_error_hint(r->diag, here(r, at),
                         near ? arena_printf(&r->b->arena,
                                             "did you mean '%s'?", near)
                              : "such as race, deadlock, assertion",
                         "'%s' is no kind of finding", word ? word : "");
}

static bool read_place(struct reader *r, struct baseline_place *p) {
  static const char form[] = "FILE FUNCTION \"text of the line\"";
  bool quoted = false;
  unsigned errors = r->diag->errors;
  const char *at = r->at;
  p->file = next_word(r, &quoted);
  p->function = p->file ? next_word(r, &quoted) : NULL;
  at = r->at;
  skip_spaces(r);
  p->text = p->function ? next_word(r, &quoted) : NULL;
  if (p->text && quoted)
    return true;
  return r->diag->errors > errors
             ? false /* it has been said */
             : diag_error_hint(r->diag, here(r, at), form,
                               "a place is expected here");
}

static bool read_reason(struct reader *r, struct baseline_entry *e) {
  skip_spaces(r);
  const char *end = r->end;
  while (end > r->at && isspace((unsigned char)end[-1]))
    end--;
  if (end == r->at || (end - r->at == 1 && *r->at == '?'))
    return diag_error_hint(r->diag, here(r, r->at),
                           "say in a few words why this finding is accepted",
                           "the reason is missing");
  e->reason = arena_string(&r->b->arena, r->at, (size_t)(end - r->at));
  return true;
}

static bool read_entry(struct reader *r) {
  struct baseline_entry e = {.line = r->number};
  bool quoted;
  if (!read_kind(r, &e) || !read_place(r, &e.place))
    return false;
  for (;;) {
    skip_spaces(r);
    const char *at = r->at, *word = next_word(r, &quoted);
    if (word && !strcmp(word, "with") && !quoted) {
      if (!read_place(r, &e.other))
        return false;
    } else if (word && !strcmp(word, "in") && !quoted) {
      e.program = next_word(r, &quoted);
    } else if (word && !strcmp(word, "because") && !quoted) {
      break;
    } else {
      return diag_error_hint(r->diag, here(r, at),
                             "every known finding needs a reason",
                             "'because' is expected here");
    }
  }
  if (!read_reason(r, &e))
    return false;
  vec_push(&r->b->entries, e);
  return true;
}

bool baseline_read(struct baseline *b, const char *path, struct diag *diag) {
  struct text source = {0};
  b->file = path;
  if (!text_read_file(&source, path)) {
    const char *why = errno == ENOENT ? "no such file" : strerror(errno);
    diag_error(diag, (struct diag_at){path, 0, 0, 0},
               "cannot read this baseline: %s", why);
    text_free(&source);
    return false;
  }
  struct reader r = {.b = b, .diag = diag};
  for (const char *p = text_str(&source), *next; *p; p = next) {
    const char *end = strchr(p, '\n');
    end = end ? end : p + strlen(p);
    next = *end ? end + 1 : end;
    r.line = r.at = p;
    r.end = end;
    r.number++;
    skip_spaces(&r);
    if (r.at < r.end && *r.at != '#')
      read_entry(&r);
  }
  text_free(&source);
  return !diag->errors;
}

/* --- matching ----------------------------------------------------------- */

/* Equal but for spaces. */
static bool same_text(const char *a, const char *b) {
  for (;; a++, b++) {
    while (isspace((unsigned char)*a))
      a++;
    while (isspace((unsigned char)*b))
      b++;
    if (*a != *b || !*a)
      return *a == *b;
  }
}

static struct baseline_place place_of(struct baseline *b, uint32_t site) {
  struct executor *x = b->target->executor;
  struct spot at = {0};
  if (x->place && site)
    at = x->place(x, site);
  const char *text =
      at.file ? listing_trimmed(listings_find(&b->sources, at.file), at.line,
                                &b->arena)
              : NULL;
  return (struct baseline_place){
      at.file ? listing_base(at.file) : "-",
      at.function && *at.function ? at.function : "-", text ? text : ""};
}

static bool same_place(const struct baseline_place *a,
                       const struct baseline_place *b) {
  return !strcmp(listing_base(a->file), b->file) &&
         (!strcmp(a->function, "-") || !strcmp(a->function, b->function)) &&
         same_text(a->text, b->text);
}

/* Whether the finding is at this place. */
static bool is_at(struct baseline *b, const struct baseline_place *wanted,
                  const struct sched_finding *f) {
  struct baseline_place p = place_of(b, f->site);
  if (same_place(wanted, &p))
    return true;
  if (f->kind == FOUND_RACE) {
    p = place_of(b, f->other_site);
    return same_place(wanted, &p);
  }
  for (uint32_t i = 0; f->kind == FOUND_DEADLOCK && i < f->events_len; i++) {
    if (!(f->events[i].flags & EVENT_PENDING))
      continue;
    p = place_of(b, f->events[i].site);
    if (same_place(wanted, &p))
      return true;
  }
  return false;
}

static bool matches(struct baseline *b, const struct baseline_entry *e,
                    const struct sched_finding *f) {
  const char *program = listing_base(b->target->files.at[0]);
  return e->kind == f->kind &&
         (!e->program || !strcmp(listing_base(e->program), program)) &&
         is_at(b, &e->place, f) && (!e->other.file || is_at(b, &e->other, f));
}

static size_t find_entry(struct baseline *b, const struct sched_finding *f) {
  struct arena_mark mark = arena_mark(&b->arena);
  size_t i = 0;
  while (i < b->entries.len && !matches(b, &b->entries.at[i], f))
    i++;
  arena_release(&b->arena, mark);
  return i;
}

static bool ignore(void *user, const struct sched_finding *f) {
  struct baseline *b = user;
  return find_entry(b, f) < b->entries.len;
}

void baseline_begin(struct baseline *b, const struct target *t,
                    struct sched_options *o) {
  b->target = t;
  for (size_t i = 0; i < t->files.len; i++)
    listings_hint(&b->sources, t->files.at[i]);
  if (b->entries.len) {
    o->ignore = ignore;
    o->ignore_user = b;
  }
}

void baseline_take(struct baseline *b, struct sched *s) {
  size_t kept = 0;
  for (size_t i = 0; i < s->findings.len; i++) {
    struct sched_finding f = s->findings.at[i];
    size_t entry = find_entry(b, &f);
    if (entry == b->entries.len) {
      s->findings.at[kept++] = f;
      continue;
    }
    struct baseline_known k = {f, entry};
    vec_push(&b->known, k);
    b->entries.at[entry].seen = true;
  }
  s->findings.len = kept;
}

/* --- telling ------------------------------------------------------------ */

static bool covered_everything(const struct sched *s) { return sched_covered(s); }

void baseline_text(const struct baseline *b, const struct sched *s,
                   struct text *out) {
  for (size_t i = 0; i < b->known.len; i++) {
    const struct baseline_known *k = &b->known.at[i];
    const struct baseline_entry *e = &b->entries.at[k->entry];
    text_add(out, i ? "" : "known:\n");
    text_printf(out, "  %s at %s, %s: %s (%s:%u)\n",
                found_text(k->finding.kind), e->place.file, e->place.function,
                e->reason, b->file, e->line);
  }
  bool first = true;
  vec_each(&b->entries, e) {
    const char *program = listing_base(b->target->files.at[0]);
    if (e->seen || !covered_everything(s) ||
        (e->program && strcmp(listing_base(e->program), program)))
      continue;
    text_add(out, first ? "no longer found, and everything was covered:\n"
                        : "");
    text_printf(out, "  %s at %s, %s (%s:%u)\n", found_text(e->kind),
                e->place.file, e->place.function, b->file, e->line);
    first = false;
  }
}

static void add_quoted(struct text *out, const char *s) {
  text_char(out, '"');
  for (; *s; s++) {
    if (*s == '"' || *s == '\\')
      text_char(out, '\\');
    text_char(out, *s);
  }
  text_char(out, '"');
}

static void add_place(struct text *out, const struct baseline_place *p) {
  text_printf(out, " %s %s ", p->file, p->function);
  add_quoted(out, p->text);
}

void baseline_write(struct baseline *b, const struct sched *s,
                    struct text *out) {
  text_add(out, "# Known findings, for heddle test --baseline.  Replace each "
                "? by the reason\n# why the finding is accepted.\n");
  vec_each(&b->known, k) {
    const struct baseline_entry *e = &b->entries.at[k->entry];
    text_add(out, found_key(e->kind));
    add_place(out, &e->place);
    if (e->other.file) {
      text_add(out, " with");
      add_place(out, &e->other);
    }
    if (e->program)
      text_printf(out, " in %s", e->program);
    text_printf(out, " because %s\n", e->reason);
  }
  vec_each(&s->findings, f) {
    struct baseline_place p = place_of(b, f->site);
    text_add(out, found_key(f->kind));
    add_place(out, &p);
    if (f->kind == FOUND_RACE) {
      p = place_of(b, f->other_site);
      text_add(out, " with");
      add_place(out, &p);
    }
    text_add(out, " because ?\n");
  }
}

void baseline_close(struct baseline *b) {
  vec_each(&b->known, k) {
    free(k->finding.text);
    free(k->finding.events);
    free(k->finding.choices);
    free(k->finding.inputs);
  }
  vec_free(&b->known);
  vec_free(&b->entries);
  arena_free(&b->arena);
  listings_free(&b->sources);
}

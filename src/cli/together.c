#include "cli/together.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/cli.h"
#include "ranks/ranks.h"

static struct ranks *ranks;
static int complaints = -1; /* what a rank that does not speak has to say */

struct ranks *together_ranks(void) {
  return ranks;
}

bool together_speaks(void) {
  return !ranks || !ranks->rank;
}

/* Before ranks can talk. */
static bool is_first(void) {
  static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK",
                                      "PMI_RANK"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (getenv(names[i]))
      return !strcmp(getenv(names[i]), "0");
  return true;
}

static void fall_silent(void) {
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  complaints = memfd_create("complaints", MFD_CLOEXEC);
  if (nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    close(nowhere);
  }
  if (complaints >= 0)
    dup2(complaints, STDERR_FILENO);
}

static void complain_of_slow(const struct ranks *r, unsigned rank,
                             double seconds) {
  (void)r;
  term_message("rank %u has not been heard of for %.0f s: it is slow, stands "
               "still, or its network does; the others wait for it",
               rank, seconds);
}

/* Seconds until somebody is called slow. */
static double patience(void) {
  const char *given = getenv("HEDDLE_PATIENCE");
  const double seconds = given ? strtod(given, NULL) : 0;
  return (seconds > 0 ? seconds : 60) / 2; /* others first, then rank 0 */
}

bool together_begin(const char *command, bool able) {
  struct text why = {0};
  if (!ranks_started())
    return true;
  if (!able) {
    if (is_first())
      term_message("'%s' is done by one process: start it without mpirun",
                   command);
    return false;
  }
  ranks = ranks_open(&why);
  if (!ranks && is_first())
    term_message("%s", text_str(&why));
  text_free(&why);
  if (ranks) {
    ranks->slow = complain_of_slow;
    ranks->patience = patience();
  }
  if (ranks && ranks->rank)
    fall_silent();
  return ranks != NULL;
}

struct presence {
  uint64_t digest;
  bool ready;
  char host[56];
  char said[512]; /* the end of it, if it is long */
};

static void look_back(struct presence *p) {
  struct text all = {0};
  char buffer[512];
  ssize_t n;
  fflush(stderr);
  for (off_t at = 0; complaints >= 0 &&
                     (n = pread(complaints, buffer, sizeof buffer, at)) > 0;
       at += n)
    text_add_n(&all, buffer, (size_t)n);
  size_t most = sizeof p->said - 1;
  size_t from = all.len > most ? all.len - most : 0;
  memcpy(p->said, text_str(&all) + from, all.len - from);
  text_free(&all);
}

/* One line for each rank that stands in the way of those that do not. */
static bool complain(const struct presence *all) {
  bool ok = true;
  for (unsigned i = 0; i < ranks->count; i++) {
    const struct presence *p = &all[i];
    if (!p->ready && all[0].ready)
      term_message("rank %u (%s) cannot begin:\n%s", i, p->host, p->said);
    else if (p->ready && all[0].ready && p->digest != all[0].digest)
      term_message("rank %u (%s) has another input than rank 0 (%s)", i,
                   p->host, all[0].host);
    ok &= p->ready && p->digest == all[0].digest;
  }
  return ok;
}

bool together_ready(bool ready, uint64_t digest) {
  if (!ranks)
    return ready;
  struct presence mine = {.digest = digest, .ready = ready};
  struct ranks_all all = {0};
  gethostname(mine.host, sizeof mine.host - 1);
  look_back(&mine);
  ranks_share(ranks, &mine, sizeof mine, &all);
  struct presence *each = calloc(ranks->count, sizeof *each);
  bool ok = each != NULL;
  if (ok) {
    memcpy(each, all.bytes.at, ranks->count * sizeof *each);
    ok = complain(each);
  }
  free(each);
  ranks_all_free(&all);
  return ok;
}

int together_end(int status) {
  const bool speaks = together_speaks();
  if (!ranks)
    return status;
  fflush(stdout);
  ranks_close(ranks);
  ranks = NULL;
  return speaks ? status : EXIT_HOLDS;
}

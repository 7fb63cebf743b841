#include "job/network.h"

#include "read/reader.h"

bool network_load(struct network *n, const struct host *h, const char *file) {
  struct text source = {0};
  *n = (struct network){0};
  if (!host_read(h, &source, file))
    return false;
  struct diag d = host_diag(h);
  if (h->source)
    h->source(h->user, file, &source);
  const bool ok = read_network(n, file, text_str(&source), source.len, &d);
  host_said(h, &d);
  text_free(&source);
  return ok;
}

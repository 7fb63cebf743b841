/* assets: the page and what it needs, part of the binary: it works without
 * internet, in whatever folder it was built or installed, and whoever has the
 * program has the editor that fits it. */
#ifndef SERVE_ASSETS_H
#define SERVE_ASSETS_H

#include <stddef.h>

#include "base/text.h"

struct asset {
  const char *path; /* "/" */
  const char *type;
  const char *from, *end;
};

/* NULL: there is none.  /page/svg.css is made by report/svg.h, and "/" by
 * asset_front: they are not here. */
const struct asset *asset_find(const char *path);

/* The page that everything begins with: index.html with its style in it, so
 * that one answer is all that the first paint waits for.  The policy of the
 * answer must allow a style with this nonce. */
void asset_front(struct text *out, const char *nonce);

#endif

/* assets: the page and what it needs, part of the binary: it works without
 * internet, in whatever folder it was built or installed, and whoever has the
 * program has the editor that fits it. */
#ifndef SERVE_ASSETS_H
#define SERVE_ASSETS_H

#include <stddef.h>

struct asset {
  const char *path; /* "/" */
  const char *type;
  const char *from, *end;
};

/* NULL: there is none.  /svg.css is made by report/svg.h and is not here. */
const struct asset *asset_find(const char *path);

#endif

/* body: the JSON of a request, read by json-c, which only body.c knows (its
 * names and those of report/json.h do not go together in one file).
 *
 *     struct body *b = body_read(text, len, &why);
 *     const char *path = body_string(b, "path", &len);
 *     body_each(b, "options", visit, user);
 *     body_free(b);
 *
 * Strings are the body's. */
#ifndef SERVE_BODY_H
#define SERVE_BODY_H

#include <stdbool.h>
#include <stddef.h>

enum { BODY_MOST = 4 << 20, BODY_DEPTH = 16 };

struct body;

/* NULL: it is no JSON object; *why says what is wrong with it. */
struct body *body_read(const char *text, size_t len, const char **why);
void body_free(struct body *b);

/* NULL: there is none, or it is no string. */
const char *body_string(const struct body *b, const char *key, size_t *len);
/* The n-th of a list of strings; NULL after the last, and when there is no
 * list.  *wrong: it is something else. */
const char *body_item(const struct body *b, const char *key, size_t n,
                      bool *wrong);
/* Members of the object under the key: each value as text ("5", "lra"), NULL
 * for true and "" with `off` for false; a list is visited item by item.
 * Anything else is `wrong`.  Return false to stop; so does body_each then. */
typedef bool body_visit(void *user, const char *name, const char *value,
                        bool off, bool wrong);
bool body_each(const struct body *b, const char *key, body_visit *visit,
               void *user);

/* One JSON object and nothing else, as deep as our own are. */
bool body_fine(const char *text, size_t len);

#endif

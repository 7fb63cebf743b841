/* token: who may ask, and from where.
 *
 * A page of another site that is open in the same browser can send requests
 * to a server on loopback, and by rebinding its name to 127.0.0.1 even read
 * the answers.  It cannot choose the headers Host and Origin, which browsers
 * set, and it does not know the token, which is never a cookie. */
#ifndef SERVE_TOKEN_H
#define SERVE_TOKEN_H

#include <stdbool.h>

enum { TOKEN_LENGTH = 32 };

/* 128 random bits in hexadecimal; false: there are none to be had. */
bool token_make(char token[TOKEN_LENGTH + 1]);
/* Of two that are as long as they should be; takes as long whichever
 * character is wrong. */
bool token_same(const char *token, const char *given);
/* "Bearer TOKEN" */
bool token_admits(const char *token, const char *authorization);

/* Where the server can be reached. */
struct token_place {
  unsigned port;
  bool elsewhere; /* not on loopback only */
};
/* "127.0.0.1:PORT" or "localhost:PORT"; if it can be reached from elsewhere any
 * "NUMBER.NUMBER.NUMBER.NUMBER:PORT".  Who rebinds a name has a name, and no
 * number, in what a browser sends. */
bool token_host_ours(const char *host, struct token_place at);
/* "http://" and such a host; NULL, no header, is fine: it is no browser, or
 * its own page. */
bool token_origin_ours(const char *origin, struct token_place at);

#endif

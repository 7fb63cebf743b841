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
/* "127.0.0.1:PORT" or "localhost:PORT". */
bool token_host_ours(const char *host, unsigned port);
/* "http://" and such a host; NULL, no header, is fine: it is no browser, or
 * its own page. */
bool token_origin_ours(const char *origin, unsigned port);

#endif

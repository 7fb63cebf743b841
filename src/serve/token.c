#include "serve/token.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

bool token_make(char token[TOKEN_LENGTH + 1]) {
  unsigned char random[TOKEN_LENGTH / 2];
  if (getrandom(random, sizeof random, 0) != sizeof random)
    return false;
  for (size_t i = 0; i < sizeof random; i++)
    snprintf(token + 2 * i, 3, "%02x", random[i]);
  return true;
}

bool token_same(const char *token, const char *given) {
  unsigned char differs = 0;
  for (size_t i = 0; i < TOKEN_LENGTH; i++)
    differs |= (unsigned char)(given[i] ^ token[i]);
  return !differs;
}

bool token_admits(const char *token, const char *authorization) {
  static const char scheme[] = "Bearer ";
  if (!authorization || strncasecmp(authorization, scheme, sizeof scheme - 1))
    return false;
  const char *given = authorization + sizeof scheme - 1;
  return strlen(given) == TOKEN_LENGTH && token_same(token, given);
}

bool token_host_ours(const char *host, unsigned port) {
  char local[32], named[32];
  snprintf(local, sizeof local, "127.0.0.1:%u", port);
  snprintf(named, sizeof named, "localhost:%u", port);
  return host && (!strcmp(host, local) || !strcasecmp(host, named));
}

bool token_origin_ours(const char *origin, unsigned port) {
  static const char scheme[] = "http://";
  return !origin || (!strncmp(origin, scheme, sizeof scheme - 1) &&
                     token_host_ours(origin + sizeof scheme - 1, port));
}

#include "serve/token.h"

#include <arpa/inet.h>
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

/* "192.168.0.7:8080", and nothing else that stands for it. */
static bool is_number(const char *host, unsigned port) {
  struct in_addr at;
  char number[INET_ADDRSTRLEN], again[INET_ADDRSTRLEN + 8];
  size_t len = strcspn(host, ":");
  if (len >= sizeof number)
    return false;
  memcpy(number, host, len);
  number[len] = 0;
  if (inet_pton(AF_INET, number, &at) != 1 ||
      !inet_ntop(AF_INET, &at, number, sizeof number))
    return false;
  snprintf(again, sizeof again, "%s:%u", number, port);
  return !strcmp(host, again);
}

bool token_host_ours(const char *host, struct token_place at) {
  char local[32], named[32];
  snprintf(local, sizeof local, "127.0.0.1:%u", at.port);
  snprintf(named, sizeof named, "localhost:%u", at.port);
  return host && (!strcmp(host, local) || !strcasecmp(host, named) ||
                  (at.elsewhere && is_number(host, at.port)));
}

bool token_origin_ours(const char *origin, struct token_place at) {
  static const char scheme[] = "http://";
  return !origin || (!strncmp(origin, scheme, sizeof scheme - 1) &&
                     token_host_ours(origin + sizeof scheme - 1, at));
}

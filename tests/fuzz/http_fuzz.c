/* Whole requests, as bytes: a server on a folder of its own is asked over a
 * socket, through libmicrohttpd, so that lines, headers, bodies and pieces of
 * them reach our handlers as a client sends them.  In the input, TOKEN stands
 * for the token and PORT for the port: a fuzzer cannot guess them.  Jobs are
 * /bin/true.
 *
 *     build/fuzz/http_fuzz -dict=tests/fuzz/http.dict -max_total_time=1800 \
 *       CORPUS tests/fuzz/requests */
#include <arpa/inet.h>
#include <dirent.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/text.h"
#include "serve/serve.h"

static struct server *server;
static struct sockaddr_in to = {.sin_family = AF_INET};
static char token[64], port[8];
static unsigned threads; /* when nobody asks anything */

static unsigned count_threads(void) {
  unsigned count = 0;
  DIR *all = opendir("/proc/self/task");
  for (struct dirent *d; all && (d = readdir(all));)
    count += d->d_name[0] != '.';
  if (all)
    closedir(all);
  return count;
}

/* Until the threads of the connection and of its job have ended.  The leak
 * detector, which libFuzzer asks between two inputs, finds the stack of a thread
 * by its number, and (clang 14) the first thread that ever had that number: when
 * the system's numbers have come round, after 32,768, it takes a thread that has
 * ended long ago for the one that runs, does not look into its stack, and calls
 * what only that holds, such as the reserve of base/alloc.c, a leak. */
static void be_quiet(void) {
  for (int i = 0; i < 50000 && count_threads() > threads; i++)
    usleep(100);
}

static void open_server(void) {
  static char folder[] = "/tmp/heddle-http-fuzz-XXXXXX";
  static const struct host host;
  char name[64];
  if (!mkdtemp(folder))
    abort();
  snprintf(name, sizeof name, "%s/pair.hed", folder);
  FILE *f = fopen(name, "w");
  fputs("process P {\n  0: Q!m -> 0\n}\nprocess Q {\n  0: P?m -> 0\n}\n", f);
  fclose(f);
  server = serve_open(&(struct serve_options){.folder = folder,
                                              .program = "/bin/true",
                                              .version = "0"},
                      &host);
  if (!server)
    abort();
  const char *link = serve_link(server);
  unsigned n = (unsigned)strtoul(strrchr(link, ':') + 1, NULL, 10);
  to.sin_port = htons((uint16_t)n);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  snprintf(port, sizeof port, "%u", n);
  snprintf(token, sizeof token, "%s", strchr(link, '=') + 1);
  threads = count_threads();
}

/* The input with the words that stand for something. */
static void fill_in(struct text *out, const char *at, size_t len) {
  for (size_t i = 0; i < len;) {
    bool is_token = len - i >= 5 && !memcmp(at + i, "TOKEN", 5);
    bool is_port = len - i >= 4 && !memcmp(at + i, "PORT", 4);
    if (is_token || is_port)
      text_add(out, is_token ? token : port);
    else
      text_char(out, at[i]);
    i += is_token ? 5 : is_port ? 4 : 1;
  }
}

/* Sends all, says that this is all, and reads until the other side closes.  An
 * answer begins as one does, and nobody who does not know the token is told
 * anything of the folder. */
static void ask(const struct text *request) {
  int one = 1, s = socket(AF_INET, SOCK_STREAM, 0);
  struct linger now = {.l_onoff = 1};
  setsockopt(s, SOL_SOCKET, SO_LINGER, &now, sizeof now); /* no TIME_WAIT */
  setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (connect(s, (struct sockaddr *)&to, sizeof to))
    abort();
  size_t sent = 0, got = 0;
  char answer[65536];
  for (ssize_t n; sent < request->len; sent += (size_t)n)
    if ((n = send(s, request->at + sent, request->len - sent, MSG_NOSIGNAL)) <
        0)
      break;
  shutdown(s, SHUT_WR);
  struct pollfd p = {.fd = s, .events = POLLIN};
  for (ssize_t n; got < sizeof answer - 1 && poll(&p, 1, 5000) > 0;
       got += (size_t)n)
    if ((n = recv(s, answer + got, sizeof answer - 1 - got, 0)) <= 0)
      break;
  close(s);
  answer[got] = 0;
  if (got && strncmp(answer, "HTTP/1.", 7))
    abort();
  if (strstr(answer, "heddle.folder") &&
      !memmem(request->at, request->len, token, strlen(token)))
    abort();
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t len);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t len) {
  struct text request = {0};
  if (!server)
    open_server();
  fill_in(&request, (const char *)data, len);
  if (request.len)
    ask(&request);
  be_quiet();
  text_free(&request);
  return 0;
}

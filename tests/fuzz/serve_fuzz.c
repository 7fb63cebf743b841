/* What comes from outside to the workbench: addresses, headers, JSON.  Nothing
 * is started.  (HTTP itself is read by libmicrohttpd, JSON by json-c; what is
 * made of them is ours.)
 *
 *     build/fuzz/serve_fuzz -dict=tests/fuzz/serve.dict -max_total_time=1800 \
 *       CORPUS */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "serve/body.h"
#include "serve/commands.h"
#include "serve/path.h"
#include "serve/token.h"

static int folder = -1;
static struct jobs *jobs;

static void address(const char *text) {
  struct text decoded = {0};
  if (path_decode(text, &decoded)) {
    if (strlen(text_str(&decoded)) != decoded.len)
      __builtin_trap(); /* a NUL would be an end to some and none to others */
    int file = path_open_file(folder, text_str(&decoded));
    int in = path_open_folder(folder, text_str(&decoded));
    const char *last;
    int parent = path_open_parent(folder, text_str(&decoded), &last);
    if (file >= 0)
      close(file);
    if (in >= 0)
      close(in);
    if (parent >= 0)
      close(parent);
    if (strstr(text_str(&decoded), "..") == text_str(&decoded) &&
        (file >= 0 || in >= 0))
      __builtin_trap();
  }
  text_free(&decoded);
}

static void headers(const char *text) {
  static const char token[] = "0123456789abcdef0123456789abcdef";
  if (token_admits(token, text) && !strstr(text, token))
    __builtin_trap();
  struct token_place here = {.port = 80}, there = {.port = 80, true};
  if (token_host_ours(text, here) && strlen(text) > strlen("127.0.0.1:80"))
    __builtin_trap();
  if (token_host_ours(text, there) &&
      strlen(text) > strlen("255.255.255.255:80"))
    __builtin_trap();
  token_origin_ours(text, there);
}

/* No word of a job's line names a file that is written, but in its place. */
static void line(const char *text, size_t len) {
  const char *why;
  struct body *b = body_read(text, len, &why);
  struct job_line made = {0};
  struct text said = {0};
  unsigned status;
  if (b && command_line(b, folder, jobs, &made, &status, &said)) {
    if (made.words.len < 2 || made.files + made.after > made.words.len)
      __builtin_trap();
    vec_each(&made.words, w) if (!strncmp(*w, "--html=", 7) &&
                                 strncmp(*w + 7, made.place,
                                         strlen(made.place))) __builtin_trap();
  }
  job_line_free(&made);
  text_free(&said);
  body_free(b);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t len);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t len) {
  if (folder < 0) {
    folder = open("tests/serve", O_RDONLY | O_DIRECTORY);
    jobs = jobs_open(folder, "/bin/false");
  }
  if (!len)
    return 0;
  struct text text = {0};
  text_add_n(&text, (const char *)data + 1, len - 1);
  if (data[0] % 4 == 0)
    address(text_str(&text));
  else if (data[0] % 4 == 1)
    headers(text_str(&text));
  else
    line(text_str(&text), text.len);
  text_free(&text);
  return 0;
}

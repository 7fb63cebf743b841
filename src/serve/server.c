/* The HTTP server: sockets, headers, routes; libmicrohttpd appears only here.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/late.h"
#include "report/svg.h"
#include "serve/assets.h"
#include "serve/body.h"
#include "serve/events.h"
#include "serve/exchange.h"
#include "serve/jobs.h"
#include "serve/path.h"
#include "serve/save.h"
#include "serve/serve.h"
#include "serve/steps.h"
#include "serve/token.h"

enum { CONNECTIONS = 256, IDLE_SECONDS = 30 };

/* Loaded when there is to be a server (base/late.h). */
// clang-format off
#define USED(X)                                                               \
  X(MHD_add_response_header) X(MHD_create_response_from_buffer)               \
  X(MHD_create_response_from_callback) X(MHD_destroy_response)                \
  X(MHD_get_connection_values) X(MHD_lookup_connection_value)                 \
  X(MHD_queue_response) X(MHD_start_daemon) X(MHD_stop_daemon)
// clang-format on

struct http {
  USED(LATE_FIELD)
};

struct server {
  struct server_parts parts;
  struct http http;
  struct MHD_Daemon *daemon;
  struct token_place place;
  char token[TOKEN_LENGTH + 1];
  char link[128];
};

const struct server_parts *server_parts(const struct server *s) {
  return &s->parts;
}

const char *serve_link(const struct server *s) {
  return s->link;
}

static handler version_get;

/* A path that ends in '/' is that of all below it. */
static const struct route {
  const char *method, *path;
  handler *handle;
  size_t most; /* bytes of its body */
} routes[] = {
    {"GET", "/api/version", version_get, 0},
    {"GET", "/api/files/", files_get, 0},
    {"PUT", "/api/files/", files_put, SAVE_MOST},
    {"GET", "/api/jobs", jobs_list, 0},
    {"POST", "/api/jobs", jobs_post, BODY_MOST},
    {"GET", "/api/jobs/", jobs_get, 0},
    {"DELETE", "/api/jobs/", jobs_delete, 0},
    {"POST", "/api/read", read_post, BODY_MOST},
    {"POST", "/api/answers", answers_post, BODY_MOST},
    {"POST", "/api/steps", steps_post, BODY_MOST},
    {"GET", "/api/steps/", steps_get, 0},
    {"POST", "/api/steps/", steps_move, BODY_MOST},
    {"DELETE", "/api/steps/", steps_delete, 0},
};
enum { ROUTES = sizeof routes / sizeof *routes };

static void version_get(struct server *s, const struct request *r,
                        struct reply *a) {
  (void)r;
  struct json j = {.out = &a->body};
  json_begin(&j, "heddle.version/1");
  json_put_string(&j, "version", s->parts.version);
  json_put_string(&j, "folder", s->parts.name);
  json_end(&j);
}

/* --- a call: from its first line to its answer -----------------------------
 */

struct call {
  struct server *server;
  struct MHD_Connection *c;
  const char *method;
  const struct route *route;
  struct text path; /* decoded */
  struct text body;
  bool refused;                 /* answered before its body was read */
  bool view;                    /* of what a job has written */
  char nonce[TOKEN_LENGTH + 1]; /* of the style in the page, or "" */
  bool lost;                    /* there was no memory */
  enum MHD_Result done;
  const char *piece; /* of the body, that is being added */
  size_t piece_len;
};

static const char *header(const struct call *x, const char *name) {
  return x->server->http.MHD_lookup_connection_value(x->c, MHD_HEADER_KIND,
                                                     name);
}

static ssize_t read_events(void *events, uint64_t at, char *to, size_t most) {
  (void)at;
  ssize_t got = events_read(events, to, most);
  return got < 0 ? MHD_CONTENT_READER_END_OF_STREAM : got;
}

/* Whatever is served: no script but ours, nothing from elsewhere, in nobody's
 * frame, never taken for what it is not. */
static void protect(const struct call *x, struct MHD_Response *out) {
  char ours[320];
  snprintf(ours, sizeof ours,
           "default-src 'none'; script-src 'self'; style-src 'self'%s%s%s; "
           "img-src 'self' data:; connect-src 'self'; frame-src 'self'; "
           "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
           x->nonce[0] ? " 'nonce-" : "", x->nonce, x->nonce[0] ? "'" : "");
  /* Of a job, a page that has its script in it and needs nothing else: in a
   * world of its own (sandbox), from where nothing can be asked. */
  static const char jobs[] =
      "sandbox allow-scripts; default-src 'none'; "
      "script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
      "img-src data:; base-uri 'none'; form-action 'none'; "
      "frame-ancestors 'self'";
  const char *const rows[][2] = {
      {"Content-Security-Policy", x->view ? jobs : ours},
      {"Referrer-Policy", "no-referrer"},
      {"X-Content-Type-Options", "nosniff"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cache-Control", "no-store"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    x->server->http.MHD_add_response_header(out, rows[i][0], rows[i][1]);
}

static enum MHD_Result send_out(struct call *x, unsigned status,
                                struct MHD_Response *out, const char *type) {
  if (!out)
    return MHD_NO;
  protect(x, out);
  x->server->http.MHD_add_response_header(out, "Content-Type", type);
  if (status == 401)
    x->server->http.MHD_add_response_header(out, "WWW-Authenticate", "Bearer");
  if (status == 429 || status == 503)
    x->server->http.MHD_add_response_header(out, "Retry-After", "1");
  enum MHD_Result ok = x->server->http.MHD_queue_response(x->c, status, out);
  x->server->http.MHD_destroy_response(out);
  return ok;
}

static enum MHD_Result give(struct call *x, struct reply *a) {
  struct MHD_Response *out =
      a->watched
          ? x->server->http.MHD_create_response_from_callback(
                MHD_SIZE_UNKNOWN, 4096, read_events, events_open(a->watched),
                events_close)
          : x->server->http.MHD_create_response_from_buffer(
                a->body.len, (char *)text_str(&a->body), MHD_RESPMEM_MUST_COPY);
  if (out && a->etag[0])
    x->server->http.MHD_add_response_header(out, "ETag", a->etag);
  if (out && a->location[0])
    x->server->http.MHD_add_response_header(out, "Location", a->location);
  enum MHD_Result ok =
      send_out(x, a->status, out, a->type ? a->type : "application/json");
  text_free(&a->body);
  return ok;
}

static enum MHD_Result refuse(struct call *x, unsigned status,
                              const char *why) {
  struct reply a = {0};
  answer_error(&a, status, "%s", why);
  x->refused = true;
  return give(x, &a);
}

static enum MHD_Result give_front(struct call *x) {
  struct reply a = {.status = 200, .type = "text/html; charset=utf-8"};
  if (!token_make(x->nonce))
    return refuse(x, 500, "there are no random numbers");
  asset_front(&a.body, x->nonce);
  return give(x, &a);
}

static enum MHD_Result give_asset(struct call *x, const char *path) {
  if (!strcmp(path, "/"))
    return give_front(x);
  const struct asset *f = asset_find(path);
  if (f)
    return send_out(x, 200,
                    x->server->http.MHD_create_response_from_buffer(
                        (size_t)(f->end - f->from), (char *)f->from,
                        MHD_RESPMEM_PERSISTENT),
                    f->type);
  if (strcmp(path, "/page/svg.css"))
    return refuse(x, 404, "there is nothing here");
  struct reply a = {.status = 200, .type = "text/css; charset=utf-8"};
  svg_style(&a.body);
  return give(x, &a);
}

static enum MHD_Result give_view(struct call *x, const char *raw) {
  struct reply a = {.status = 200};
  x->refused = x->view = true;
  if (!path_decode(raw, &x->path))
    return refuse(x, 404, "the address has a broken escape");
  jobs_view(x->server, text_str(&x->path), &a);
  return give(x, &a);
}

/* --- who may come in -------------------------------------------------------
 */

static bool route_fits(const struct route *r, const char *path) {
  size_t len = strlen(r->path);
  return r->path[len - 1] == '/' ? !strncmp(path, r->path, len)
                                 : !strcmp(path, r->path);
}

/* The route, or an answer that there is none. */
static enum MHD_Result choose(struct call *x) {
  const char *path = text_str(&x->path);
  bool known = false;
  for (size_t i = 0; i < ROUTES && !x->route; i++) {
    if (!route_fits(&routes[i], path))
      continue;
    known = true;
    if (!strcmp(routes[i].method, x->method))
      x->route = &routes[i];
  }
  if (!x->route)
    return known ? refuse(x, 405, "this cannot be done here")
                 : refuse(x, 404, "there is no such interface");
  const char *length = header(x, "Content-Length");
  if (length && strtoull(length, NULL, 10) > x->route->most)
    return refuse(x, 413, "the body is too large");
  return MHD_YES;
}

/* The headers that decide who may ask.  Given twice, one of them would be
 * judged here and the other by whoever stands between: such a request is
 * refused (RFC 9112, 3.2, demands it for Host). */
static const char *const deciding[] = {"Host", "Origin", "Authorization",
                                       "Content-Length"};
enum { DECIDING = sizeof deciding / sizeof *deciding };

static enum MHD_Result count_header(void *given, enum MHD_ValueKind kind,
                                    const char *name, const char *value) {
  unsigned *times = given;
  (void)kind, (void)value;
  for (size_t i = 0; i < DECIDING; i++)
    times[i] += !strcasecmp(name, deciding[i]);
  return MHD_YES;
}

static bool given_twice(const struct call *x) {
  unsigned times[DECIDING] = {0};
  x->server->http.MHD_get_connection_values(x->c, MHD_HEADER_KIND, count_header,
                                            times);
  for (size_t i = 0; i < DECIDING; i++)
    if (times[i] > 1)
      return true;
  return false;
}

/* Before anything of a body is read.  The name of the host comes first: a page
 * of another site is told nothing, not even that there is a token. */
static enum MHD_Result admit(struct call *x, const char *raw) {
  static const char views[] = "/view/";
  struct server *s = x->server;
  if (given_twice(x))
    return refuse(x, 400,
                  "Host, Origin, Authorization and Content-Length may "
                  "be given once");
  if (!token_host_ours(header(x, "Host"), s->place))
    return refuse(x, 403, "the header Host names another server");
  if (!token_origin_ours(header(x, "Origin"), s->place))
    return refuse(x, 403, "a page of another site may not ask");
  bool api = !strncmp(raw, "/api/", 5);
  if (!api && strcmp(x->method, "GET"))
    return refuse(x, 405, "pages are read with GET");
  if (!strncmp(raw, views, sizeof views - 1))
    return give_view(x, raw + sizeof views - 1);
  if (!api) {
    x->refused = true;
    return give_asset(x, raw);
  }
  if (!token_admits(s->token, header(x, "Authorization")))
    return refuse(x, 401,
                  "'Authorization: Bearer TOKEN' is needed; the token "
                  "is in the link that 'heddle serve' printed");
  if (!path_decode(raw, &x->path))
    return refuse(x, 404, "the address has a broken escape");
  return choose(x);
}

static void answer_call(void *arg) {
  struct call *x = arg;
  struct reply a = {.status = 200};
  size_t skip = strlen(x->route->path);
  struct request r = {.path = text_str(&x->path) + skip,
                      .if_match = header(x, "If-Match"),
                      .if_none_match = header(x, "If-None-Match"),
                      .body = text_str(&x->body),
                      .len = x->body.len};
  x->route->handle(x->server, &r, &a);
  x->done = give(x, &a);
}

static void add_piece(void *arg) {
  struct call *x = arg;
  text_add_n(&x->body, x->piece, x->piece_len);
}

/* A piece of the body; what is too much is read and not kept. */
static void take_piece(struct call *x, const char *at, size_t len) {
  if (x->lost || x->body.len > x->route->most)
    return;
  x->piece = at;
  x->piece_len = len;
  x->lost = !alloc_guarded(add_piece, x);
}

struct entry_call {
  struct call *x;
  const char *raw;
};

static void begin_call(void *arg) {
  struct entry_call *e = arg;
  e->x->done = admit(e->x, e->raw);
}

static enum MHD_Result on_request(void *cls, struct MHD_Connection *c,
                                  const char *url, const char *method,
                                  const char *version, const char *piece,
                                  size_t *piece_len, void **state) {
  (void)version;
  struct call *x = *state;
  if (!x) {
    x = *state = calloc(1, sizeof *x);
    if (!x)
      return MHD_NO;
    *x = (struct call){.server = cls, .c = c, .method = method};
    struct entry_call e = {x, url};
    return alloc_guarded(begin_call, &e) ? x->done : MHD_NO;
  }
  if (x->refused)
    return *piece_len ? (*piece_len = 0, MHD_YES) : MHD_YES;
  if (*piece_len) {
    take_piece(x, piece, *piece_len);
    *piece_len = 0;
    return MHD_YES;
  }
  if (x->body.len > x->route->most)
    return refuse(x, 413, "the body is too large");
  if (!x->lost && alloc_guarded(answer_call, x))
    return x->done;
  return MHD_NO;
}

static void on_end(void *cls, struct MHD_Connection *c, void **state,
                   enum MHD_RequestTerminationCode code) {
  (void)cls;
  (void)c;
  (void)code;
  struct call *x = *state;
  if (!x)
    return;
  text_free(&x->path);
  text_free(&x->body);
  free(x);
  *state = NULL;
}

/* Addresses are decoded here (path_decode), so that a NUL is no end. */
static size_t leave_escapes(void *cls, struct MHD_Connection *c, char *s) {
  (void)cls;
  (void)c;
  return strlen(s);
}

/* --- its life --------------------------------------------------------------
 */

/* The port is known before the first request comes: it is part of what a
 * request must name. */
static int listen_on(struct server *s, const char *address, unsigned port) {
  struct sockaddr_in at = {.sin_family = AF_INET,
                           .sin_port = htons((uint16_t)port)};
  socklen_t len = sizeof at;
  if (inet_pton(AF_INET, address, &at.sin_addr) != 1) {
    errno = EINVAL;
    return -1;
  }
  s->place.elsewhere = at.sin_addr.s_addr != htonl(INADDR_LOOPBACK);
  int yes = 1, to = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (to >= 0 && !setsockopt(to, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) &&
      !bind(to, (struct sockaddr *)&at, sizeof at) && !listen(to, 128) &&
      !getsockname(to, (struct sockaddr *)&at, &len)) {
    s->place.port = ntohs(at.sin_port);
    return to;
  }
  int error = errno;
  if (to >= 0)
    close(to);
  errno = error;
  return -1;
}

static bool load(struct http *api) {
  void *l = dlopen("libmicrohttpd.so.12", RTLD_LAZY | RTLD_LOCAL);
  if (!l)
    l = dlopen("libmicrohttpd.so", RTLD_LAZY | RTLD_LOCAL);
  return l && USED(LATE_FIND) true;
}

/* Signals go to whoever has opened the server, not to its threads. */
static bool start(struct server *s, const char *address, unsigned port) {
  int to = listen_on(s, address, port);
  if (to < 0)
    return false;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  s->daemon = s->http.MHD_start_daemon(
      MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD |
          MHD_USE_POLL,
      0, NULL, NULL, on_request, s, MHD_OPTION_LISTEN_SOCKET, to,
      MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS,
      MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)65536,
      MHD_OPTION_NOTIFY_COMPLETED, on_end, NULL, MHD_OPTION_UNESCAPE_CALLBACK,
      leave_escapes, NULL, MHD_OPTION_END);
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!s->daemon)
    close(to);
  errno = error;
  return s->daemon != NULL;
}

struct server *serve_open(const struct serve_options *o, const struct host *h) {
  struct server *s = alloc_zero(1, sizeof *s);
  s->parts = (struct server_parts){
      .folder = open(o->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
      .name = o->folder,
      .program = o->program,
      .version = o->version,
      .saves = saves_open(),
      .steps = steps_open()};
  const char *address = o->address ? o->address : "127.0.0.1";
  bool ok = s->parts.folder >= 0 ||
            host_fail(h, "cannot open the folder '%s'", o->folder);
  ok = ok && (load(&s->http) ||
              host_say(h, "there is no libmicrohttpd (libmicrohttpd12)"));
  ok = ok && (token_make(s->token) || host_fail(h, "no random numbers"));
  if (ok) {
    s->parts.jobs = jobs_open(s->parts.folder, o->program);
    ok = start(s, address, o->port) ||
         host_fail(h, "cannot listen on %s, port %u", address, o->port);
  }
  if (!ok) {
    serve_close(s);
    return NULL;
  }
  snprintf(s->link, sizeof s->link, "http://%s:%u/?token=%s",
           strcmp(address, "0.0.0.0") ? address : "127.0.0.1", s->place.port,
           s->token);
  return s;
}

/* Jobs first: who waits for one of them is then told that it is over, and the
 * threads of connections come to their ends. */
void serve_close(struct server *s) {
  if (!s)
    return;
  if (s->parts.jobs)
    jobs_end(s->parts.jobs);
  if (s->daemon)
    s->http.MHD_stop_daemon(s->daemon);
  jobs_close(s->parts.jobs);
  saves_close(s->parts.saves);
  steps_close(s->parts.steps);
  if (s->parts.folder >= 0)
    close(s->parts.folder);
  free(s);
}

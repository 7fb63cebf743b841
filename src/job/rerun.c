#include "job/rerun.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void model_path(const char *recording, const char *model,
                       char path[PATH_MAX]) {
  snprintf(path, PATH_MAX, "%s", model);
  const char *slash = strrchr(recording, '/'), *base = strrchr(model, '/');
  int folder = slash ? (int)(slash - recording) + 1 : 0;
  if (access(path, R_OK) && model[0] != '/')
    snprintf(path, PATH_MAX, "%.*s%s", folder, recording, model);
  if (access(path, R_OK) && base)
    snprintf(path, PATH_MAX, "%.*s%s", folder, recording, base + 1);
  if (access(path, R_OK))
    snprintf(path, PATH_MAX, "%s", model);
}

bool rerun_open(struct rerun *r, const struct host *h, const char *name,
                const struct text *text) {
  *r = (struct rerun){.name = name};
  struct diag d = host_diag(h);
  bool read = recording_read(&r->recording, name, text_str(text), &d);
  host_said(h, &d);
  if (!read)
    return false;
  const struct recording *rec = &r->recording;
  char path[PATH_MAX];
  model_path(name, rec->model, path);
  VEC(struct lang_param) params = {0};
  vec_each(&rec->parameters, p) {
    struct lang_param q = {p->name, p->value};
    vec_push(&params, q);
  }
  struct lang_options o = {.params = params.at,
                           .param_count = params.len,
                           .has_scheme = true,
                           .scheme = rec->scheme,
                           .never = rec->never.at,
                           .never_count = rec->never.len};
  bool ok = load_model_as(&r->loaded, h, path, &o, true);
  vec_free(&params);
  if (!ok)
    return host_say(
        h, "the model of this recording, '%s', cannot be read any more",
        rec->model);
  if (r->loaded.model->digest == rec->digest)
    return true;
  return host_say(h, "'%s' has changed since '%s' was recorded: check it again",
                  path, name);
}

void rerun_close(struct rerun *r) {
  recording_free(&r->recording);
  load_free(&r->loaded);
}

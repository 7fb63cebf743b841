/* late: a library that is loaded when it is first needed, and not whenever a
 * command starts.  For those that few commands need and that take long: Z3
 * takes 1.7 ms of a start, libmicrohttpd with all it brings 2.3 ms, and nothing
 * else takes 1 ms.
 *
 *     #define USED(X) X(Z3_mk_config) X(Z3_del_config)
 *     struct api { USED(LATE_FIELD) };
 *     void *l = dlopen("libz3.so.4", RTLD_LAZY);
 *     bool ok = l && USED(LATE_FIND) true;       with `l` and `struct api *api`
 *     api->Z3_mk_config();
 *
 * The types are those of the library's header, so a call that does not fit is
 * an error when it is compiled. */
#ifndef BASE_LATE_H
#define BASE_LATE_H

#include <dlfcn.h>

#define LATE_FIELD(name) __typeof__(name) *name;
#define LATE_FIND(name) (api->name = (__typeof__(name) *)dlsym(l, #name)) &&

#endif

#include <pthread.h>

int library_add(int n);
int library_each(const int *a, int n, int (*f)(int));
void library_locked(void (*f)(void));
void library_threads(void);
void library_crash(void);
void library_crash_later(void (*f)(void));
void library_abort(void);
void library_exit(void);
void library_thread_exit(void);
extern int (*library_half)(int);
int pthread_mutex_report(pthread_mutex_t *m);

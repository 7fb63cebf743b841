/* common: what the measurements of C programs share. */
#ifndef BENCH_COMMON_H
#define BENCH_COMMON_H

/* A folder for binaries, and one CPU; false: $HEDDLE is not set. */
bool bench_begin(void);
int bench_end(void); /* the exit code */
/* CPU seconds of this process and of the children that have ended. */
double bench_cpu(void);
/* The path of the binary, to be freed; ends the process if it does not
 * build. */
char *bench_build(const char *source);

#endif

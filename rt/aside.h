/* aside: what a run changes of files that were there before is put back.
 *
 *     if (rt_aside_keep(path, &stat, removes))     before it is changed
 *       ...                                        nothing to be said
 *     rt_aside_restore();                          after the run
 *
 * What a file was (its bytes, owner, mode and times; of a link where it leads
 * to) is kept in memory, and by a process of its own beside the tested one: if
 * that ends before it has put the file back, however it ends, the other does.
 * So whatever is tested, and whoever kills it, the user has what was there.
 *
 * One run at a time makes or changes files, and nobody looks names up
 * meanwhile: with several jobs, or several tests in one folder, the others
 * wait, for what they would find, or keep, is what the first has made of it.
 * They wait for the end of the run (rt_aside_restore); then everything is as it
 * was, so that what a run has looked up before it changes something itself is
 * still true when it has waited in between.  Tests in two folders wait for each
 * other only to change what is in neither.
 *
 *     rt_aside_look()                              before a name is looked up
 *     rt_aside_change(path)                        before it is judged
 *
 * Not kept: folders that are not empty, files of many bytes, a name of a file
 * that has others, which would be files of their own then. */
#ifndef RT_ASIDE_H
#define RT_ASIDE_H

#include <stdbool.h>

struct stat;

/* False: another run has not come to an end for half a minute. */
bool rt_aside_look(void);
bool rt_aside_change(const char *path);

/* `path` is from the root and without links; it is about to be changed or
 * (`removes`) removed.  False: it cannot be put back. */
bool rt_aside_keep(const char *path, const struct stat *s, bool removes);
/* It is not there, and a call is about to make it: a process beside knows that,
 * too, and removes it if this one does not live to do so.  The call was in
 * vain. */
void rt_aside_coming(const char *path);
void rt_aside_absent(const char *path);
void rt_aside_restore(void);
/* From this number on descriptors are not the run's, but of what is kept for
 * the next; 0: there are too few. */
enum { ASIDE_FILES = 64 };
int rt_aside_files(void);

#endif

/* inputs: bytes that a program is given from outside, as inputs of the test.
 *
 * After the name of the program, among its arguments, as KLEE has it:
 *
 *     --sym-arg N              an argument of up to N characters
 *     --sym-args MIN MAX N     MIN to MAX of them
 *     --sym-stdin N            N bytes on standard input
 *     --sym-files NUM N        files A, B, ... of N bytes each
 *     --sym-file NAME N        one of that name
 *
 * They are taken out of the arguments; what is named there begins each run
 * with inputs argv[1][0], stdin[0], A[0] ..., each a byte.  Files are of the
 * kernel (memfd), so whoever reads one reads real bytes; readers that follow
 * inputs (files.c, scan.c) say here what they have read, others lose them. */
#ifndef RT_INPUTS_H
#define RT_INPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "rt/abi.h"

/* Takes its words out of the arguments, which become others; true: there were
 * some. */
bool rt_inputs_take(int *argc, char ***argv);
/* A run begins: its arguments and files get their bytes. */
int rt_inputs_begin(int argc, char **argv);
bool rt_inputs_stdin(void); /* standard input is one */
/* The descriptor of a file of that name to be opened, or -1. */
int rt_inputs_open(const char *path, int flags);

/* `got` bytes came to `to` from this place of a file. */
struct inputs_file;
struct inputs_file *rt_inputs_file(int file); /* NULL: it is none */
void rt_inputs_read(const struct inputs_file *f, uint64_t at, void *to,
                    uint64_t got, heddle_at site);
/* The byte there, of 8 bits; 0: beyond its end. */
uint32_t rt_inputs_byte(const struct inputs_file *f, uint64_t at);
/* Somebody reads it whom nobody follows. */
void rt_inputs_lose(int file, heddle_at site);

/* `size` bytes at `to` become inputs: one number if that is a size of numbers
 * and `whole`, else each byte. */
void rt_inputs_fill(const char *name, void *to, uint64_t size, bool whole,
                    heddle_at site);

#endif

/* property: what the runtime asks of the properties of a program, and tells of
 * them (property.c). */
#ifndef RT_PROPERTY_H
#define RT_PROPERTY_H

#include <stdbool.h>
#include <stdint.h>

struct fiber;
struct run;

/* What properties of the program read is looked up, once; a run begins. */
void rt_properties_begin(void);
void rt_properties_reset(void);
/* Everybody is parked, or somebody is alone: looks that are due are made. */
void rt_properties_look(void);
/* The same where a thread ends, of what does not ask where threads are: a look
 * belongs to the step that it is made for, and so before the end. */
void rt_property_ends(void);
/* The operation of f is about to be carried out, behind such a look: it is
 * noted if a property reads what it changes. */
void rt_property_goes(const struct fiber *f);
/* Its object with a bit for each property that it may change (exec/event.h). */
uint64_t rt_property_object(const struct fiber *f);
bool rt_property_asks(void); /* where threads are */
/* The run has ended: what it violates; the bits of its events. */
void rt_properties_end(struct run *r);
void rt_properties_mark(struct run *r);
const char *rt_property_text(void);

#endif

/* network_xml: reads a network of Mealy machines from XML (Jin et al.,
 * section 3: "an NCFSM model described in XML"; the schema is ours, since
 * theirs is not in the paper, and is networks/network.dtd).
 *
 *     <network>
 *       <machine name="sender" initial="idle0">
 *         <state name="idle0">
 *           <transition input="put" output="frame0" to="wait0"/>
 *         </state>
 *         ...
 *       </machine>
 *       <external symbol="timeout"/>
 *     </network>
 *
 * `initial` may be left out: the first state.  expat reads the XML; no
 * entity is fetched from anywhere, and no file but this one is opened. */
#ifndef READ_NETWORK_XML_H
#define READ_NETWORK_XML_H

#include "model/network.h"

/* As machines_read. */
bool network_xml_read(struct network *n, const char *file, const char *text,
                      size_t len, struct diag *d);

#endif

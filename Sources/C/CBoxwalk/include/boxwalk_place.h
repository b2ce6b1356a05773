#ifndef BOXWALK_PLACE_H
#define BOXWALK_PLACE_H

/// The path of the library or program that contains this function; NULL if the system cannot tell. The text is valid as
/// long as that is open.
const char *boxwalk_place(void);

#endif

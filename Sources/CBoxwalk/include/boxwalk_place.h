#ifndef BOXWALK_PLACE_H
#define BOXWALK_PLACE_H

/// The path of the library or program that this function is in, as it was opened; NULL where the system
/// does not tell. The text lives as long as that is open.
const char *boxwalk_place(void);

#endif

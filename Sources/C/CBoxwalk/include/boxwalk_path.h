#ifndef BOXWALK_PATH_H
#define BOXWALK_PATH_H

/// The path of the library or program that contains this function; NULL if the system cannot tell. The text is valid as
/// long as that is open.
const char *boxwalk_path(void);

#endif

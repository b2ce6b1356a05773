#ifndef BOXWALK_CMOVIEENGINE_H
#define BOXWALK_CMOVIEENGINE_H

#include <MovieEngineInterface.h>

/// Opens a module by its file name. It stays open as long as the process. NULL, with the reason in
/// `message`, if it is not there, or is of another interface.
const boxwalk_movie_engine *boxwalk_movie_engine_open(
  const char *name, char message[BOXWALK_MOVIE_MESSAGE]);

/// The same for a module that writes animations.
const boxwalk_loop_engine *boxwalk_loop_engine_open(
  const char *name, char message[BOXWALK_MOVIE_MESSAGE]);

#endif

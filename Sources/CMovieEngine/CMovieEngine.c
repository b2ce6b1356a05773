#include "CMovieEngine.h"

#include <CRuntimeLibrary.h>
#include <stdio.h>

_Static_assert(BOXWALK_MOVIE_MESSAGE == BOXWALK_LIBRARY_MESSAGE, "one buffer is for both");

typedef struct {
  boxwalk_library_file file;
  const boxwalk_movie_engine *(*engine)(void);
} module;

static int is_of_this_interface(void *table, const char *name, char *message) {
  const boxwalk_movie_engine *engine = ((module *)table)->engine();
  if (!engine) {
    snprintf(message, BOXWALK_MOVIE_MESSAGE, "%s was built without the headers of FFmpeg", name);
    return 0;
  }
  if (engine->interface != BOXWALK_MOVIE_ENGINE_INTERFACE) {
    snprintf(message, BOXWALK_MOVIE_MESSAGE, "%s is of another version of Boxwalk", name);
    return 0;
  }
  return 1;
}

const boxwalk_movie_engine *boxwalk_movie_engine_open(
  const char *name, char message[BOXWALK_MOVIE_MESSAGE]) {
  static const boxwalk_library_function functions[] = {
    {"boxwalk_movie_engine_of_module", offsetof(module, engine)}};
  static const boxwalk_library_kind kind = {
    .functions = functions,
    .function_count = 1,
    .table_size = sizeof(module),
    .has_own_libraries = 1,
    .begin = is_of_this_interface,
  };
  const module *opened = boxwalk_library_open(&kind, name, message);
  return opened ? opened->engine() : NULL;
}

typedef struct {
  boxwalk_library_file file;
  const boxwalk_loop_engine *(*engine)(void);
} loop_module;

static int is_of_this_loop_interface(void *table, const char *name, char *message) {
  const boxwalk_loop_engine *engine = ((loop_module *)table)->engine();
  if (!engine) {
    snprintf(
      message, BOXWALK_MOVIE_MESSAGE, "%s was built without the headers of FFmpeg and libwebp",
      name);
    return 0;
  }
  if (engine->interface != BOXWALK_LOOP_ENGINE_INTERFACE) {
    snprintf(message, BOXWALK_MOVIE_MESSAGE, "%s is of another version of Boxwalk", name);
    return 0;
  }
  return 1;
}

const boxwalk_loop_engine *boxwalk_loop_engine_open(
  const char *name, char message[BOXWALK_MOVIE_MESSAGE]) {
  static const boxwalk_library_function functions[] = {
    {"boxwalk_loop_engine_of_module", offsetof(loop_module, engine)}};
  static const boxwalk_library_kind kind = {
    .functions = functions,
    .function_count = 1,
    .table_size = sizeof(loop_module),
    .has_own_libraries = 1,
    .begin = is_of_this_loop_interface,
  };
  const loop_module *opened = boxwalk_library_open(&kind, name, message);
  return opened ? opened->engine() : NULL;
}

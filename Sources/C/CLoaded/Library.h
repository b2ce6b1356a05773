#ifndef BOXWALK_LIBRARY_H
#define BOXWALK_LIBRARY_H

#include <CRuntimeLibrary.h>
#include <stddef.h>
#include <stdio.h>

/// A library that can be opened. The structure is identified by its address, and must not change.
typedef struct {
  /// The names of the functions that it must have, and NULL. The first is its own, and none that it has from another
  /// library.
  const char *const *functions;
  /// Whether it is to use the libraries that it came with, although this process has others of the
  /// same names.
  int has_own_libraries;
  /// Prepares the library when all functions are found. It returns 0, with the reason in `message`, if the library
  /// cannot be used. NULL for nothing.
  int (*begin)(const void *library, const char *name, char message[BOXWALK_LIBRARY_MESSAGE]);
} boxwalk_library_kind;

struct boxwalk_library {
  const boxwalk_library_kind *kind;
  /// The name with which it was opened.
  char *name;
  const char *file;
  /// The library that was opened before.
  const boxwalk_library *next;
  // The addresses of the functions of its kind follow.
};

/// Opens a library, or finds it again if it was opened by this name.
const void *boxwalk_library_open(
  const boxwalk_library_kind *kind, const char *name, char message[BOXWALK_LIBRARY_MESSAGE]);

/// Defines the structure and the function of `boxwalk_NAME_load`, with members of the types that the header of the
/// library gives its functions.
///
/// - FUNCTIONS: a macro that calls another one with the name of each function.
/// - Further arguments: more members of `boxwalk_library_kind`.
#define BOXWALK_LIBRARY(NAME, FUNCTIONS, ...) \
  struct boxwalk_##NAME##_library { \
    boxwalk_library library; \
    FUNCTIONS(BOXWALK_LIBRARY_MEMBER) \
  }; \
  const boxwalk_##NAME##_library *boxwalk_##NAME##_load( \
    const char *name, char message[BOXWALK_LIBRARY_MESSAGE]) { \
    static const char *const functions[] = {FUNCTIONS(BOXWALK_LIBRARY_STRING) NULL}; \
    static const boxwalk_library_kind kind = {.functions = functions, __VA_ARGS__}; \
    return boxwalk_library_open(&kind, name, message); \
  }
#define BOXWALK_LIBRARY_MEMBER(function) __typeof__(&function) function;
#define BOXWALK_LIBRARY_STRING(function) #function,

/// Defines `boxwalk_NAME_load` for a library whose header was missing.
#define BOXWALK_LIBRARY_WITHOUT_HEADER(NAME, TITLE) \
  const boxwalk_##NAME##_library *boxwalk_##NAME##_load( \
    const char *name, char message[BOXWALK_LIBRARY_MESSAGE]) { \
    (void)name; \
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "Boxwalk was built without the headers of " TITLE); \
    return NULL; \
  }

/// The body of another function of such a library: the library cannot be opened, so it is never called.
#define BOXWALK_LIBRARY_NEVER { __builtin_trap(); }

#endif

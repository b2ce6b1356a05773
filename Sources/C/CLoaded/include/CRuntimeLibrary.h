#ifndef BOXWALK_CRUNTIMELIBRARY_H
#define BOXWALK_CRUNTIMELIBRARY_H

#include <stddef.h>

/// Room for a sentence, with its zero.
#define BOXWALK_LIBRARY_MESSAGE 200

/// The path of an opened library. The table of every library starts with it.
typedef struct {
  char path[1024];
} boxwalk_library_file;

/// A function of a library, and the offset of its address in the table.
typedef struct {
  const char *name;
  size_t offset;
} boxwalk_library_function;

/// The member of a table for the address of a function, with the type that the header of its library gives it.
#define BOXWALK_LIBRARY_MEMBER(name) __typeof__(&name) name;

/// The body of a function of a library whose header was missing: the library cannot be opened, so it is never called.
#define BOXWALK_LIBRARY_NEVER { __builtin_trap(); }

/// Sets the message that the header of a library was missing; returns NULL.
const void *boxwalk_library_without_header(const char *title, char message[BOXWALK_LIBRARY_MESSAGE]);

/// The functions that a library must have. The structure is identified by its address, and must not change.
typedef struct {
  /// The first is the library's own, and none that it has from another.
  const boxwalk_library_function *functions;
  size_t function_count;
  size_t table_size;
  /// Whether it is to use the libraries that it came with, although this process has others of the
  /// same names.
  int has_own_libraries;
  /// Prepares the library when all functions are found. It returns 0, with the reason in `message`, if the library
  /// cannot be used. NULL for nothing.
  int (*begin)(void *table, const char *name, char message[BOXWALK_LIBRARY_MESSAGE]);
} boxwalk_library_kind;

/// Defines `kind`, for a library whose table is the type `boxwalk_opened_library`.
///
/// - FUNCTIONS: a macro that calls another one with the name of each function.
/// - Further arguments: more members of `boxwalk_library_kind`.
#define BOXWALK_LIBRARY_KIND(FUNCTIONS, ...) \
  static const boxwalk_library_function boxwalk_library_functions[] = { \
    FUNCTIONS(BOXWALK_LIBRARY_FUNCTION) \
  }; \
  static const boxwalk_library_kind kind = { \
    .functions = boxwalk_library_functions, \
    .function_count = sizeof boxwalk_library_functions / sizeof boxwalk_library_functions[0], \
    .table_size = sizeof(boxwalk_opened_library), \
    __VA_ARGS__ \
  }
#define BOXWALK_LIBRARY_FUNCTION(name) {#name, offsetof(boxwalk_opened_library, name)},

/// Opens a library by its file name, or by the name under which the system finds it.
///
/// It stays open as long as the process, and is found again by that name. NULL, with the reason in `message`, if it is
/// missing or unsuitable.
const void *boxwalk_library_open(
  const boxwalk_library_kind *kind, const char *name, char message[BOXWALK_LIBRARY_MESSAGE]);

/// Opens a module by its file name. It stays open as long as the process.
///
/// The result of its one function begins with the number of the interface that it was compiled with. NULL, with the
/// reason in `message`, if it is missing, or has another interface.
const void *boxwalk_module_open(
  const char *name, const char *function, unsigned interface,
  char message[BOXWALK_LIBRARY_MESSAGE]);

/// The file that a function of this process was read from, or NULL: of `de265_get_version` it is
/// libde265.
const char *boxwalk_library_path(const char *function);

#endif

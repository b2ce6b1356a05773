#ifndef BOXWALK_CRUNTIMELIBRARY_H
#define BOXWALK_CRUNTIMELIBRARY_H

/// Room for a sentence, with its zero.
#define BOXWALK_LIBRARY_MESSAGE 200

/// A library that was opened. The structure of every library begins with it.
typedef struct boxwalk_library boxwalk_library;

/// The file that a library was read from.
const char *boxwalk_library_file(const boxwalk_library *library);

/// The file that a function of this process was read from, or NULL: of `de265_get_version` it is
/// libde265.
const char *boxwalk_function_file(const char *function);

/// Opens a module by its file name. It stays open as long as the process.
///
/// The result of its one function begins with the number of the interface that it was compiled with. NULL, with the
/// reason in `message`, if it is missing, or has another interface.
const void *boxwalk_module_open(
  const char *name, const char *function, unsigned interface,
  char message[BOXWALK_LIBRARY_MESSAGE]);

#endif

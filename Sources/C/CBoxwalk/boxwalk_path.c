#define _GNU_SOURCE
#include "boxwalk_path.h"

#include <dlfcn.h>
#include <stddef.h>

#include "boxwalk.h"

const char *boxwalk_path(void) {
  // An address in this library. ISO C does not allow the conversion of a function to data; POSIX does.
  static const char here;
  Dl_info info;
  return dladdr(&here, &info) != 0 ? info.dli_fname : NULL;
}

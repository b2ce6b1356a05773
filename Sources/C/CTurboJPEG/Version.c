#include "CTurboJPEG.h"

#include <stdio.h>

#if __has_include(<jpeglib.h>)
#include <jpeglib.h>
#endif

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const char *boxwalk_jpeg_version(void) {
#ifdef LIBJPEG_TURBO_VERSION
  return TEXT(LIBJPEG_TURBO_VERSION);
#else
  return "";
#endif
}

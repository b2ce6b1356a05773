#if defined(__cplusplus) && __has_include(<exiv2/exif.hpp>)
#include <exiv2/error.hpp>
#include <exiv2/exif.hpp>
#include <exiv2/tags.hpp>
#include <exiv2/version.hpp>
#endif

#if __has_include(<webp/encode.h>)
#include <webp/encode.h>
#endif

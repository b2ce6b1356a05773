#if __has_include(<webp/mux.h>)
#include <webp/mux.h>
#endif

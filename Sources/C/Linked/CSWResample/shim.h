#if __has_include(<libswresample/swresample.h>)
#include <libswresample/swresample.h>
#endif

#if __has_include(<libavcodec/avcodec.h>)
#include <libavcodec/avcodec.h>
#endif

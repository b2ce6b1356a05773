#if __has_include(<libavutil/avutil.h>)
#include <libavutil/avutil.h>
#endif

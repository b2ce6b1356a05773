#if __has_include(<libavfilter/avfilter.h>)
#include <libavfilter/avfilter.h>
#endif

#if __has_include(<libavformat/avformat.h>)
#include <libavformat/avformat.h>
#endif

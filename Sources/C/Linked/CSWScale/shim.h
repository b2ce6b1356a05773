#if __has_include(<libswscale/swscale.h>)
#include <libswscale/swscale.h>
#endif

// Nothing but what every module that decodes photos has.
#include <PhotoEngineInterface.h>

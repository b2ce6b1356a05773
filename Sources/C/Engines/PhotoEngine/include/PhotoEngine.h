// The interface is the common one of the modules that decode photos.
#include <PhotoEngineInterface.h>

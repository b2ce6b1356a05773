// The interface is the common one of the modules of the movie engine.
#include <MovieEngineInterface.h>

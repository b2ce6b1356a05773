// Nothing but what every module of the movie engine has.
#include <MovieEngineInterface.h>

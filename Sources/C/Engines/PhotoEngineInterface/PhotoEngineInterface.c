// A module and the program that opens it share this header, and nothing else.
#include "PhotoEngineInterface.h"

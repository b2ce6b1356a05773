// A module and whoever opens it agree on this header, and on nothing else.
#include "NoteEngineInterface.h"

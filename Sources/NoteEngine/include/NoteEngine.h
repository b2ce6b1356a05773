// Nothing but what a module has.
#include <NoteEngineInterface.h>

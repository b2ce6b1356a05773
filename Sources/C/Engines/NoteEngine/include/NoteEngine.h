// The interface of the module, and nothing else.
#include <NoteEngineInterface.h>

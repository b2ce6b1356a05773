// Declarations of macOS headers that Boxwalk uses and that Linux headers do not have. Scripts/check-macos includes this
// header before each file.

#include <sys/stat.h>

#define st_mtimespec st_mtim

#define SEEK_HOLE 3
#define SEEK_DATA 4

#define RENAME_SWAP 2u
#define RENAME_EXCL 4u
int renamex_np(const char *from, const char *to, unsigned flags);

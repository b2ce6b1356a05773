// What the headers of macOS have and those of Linux have not, as far as Boxwalk uses it. Scripts/check-macos includes it
// before each file.

#include <sys/stat.h>

#define st_mtimespec st_mtim

#define RENAME_SWAP 2u
#define RENAME_EXCL 4u
int renamex_np(const char *from, const char *to, unsigned flags);

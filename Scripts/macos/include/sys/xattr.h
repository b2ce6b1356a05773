// Declarations of Apple's <sys/xattr.h>, as far as they are used.
#include <stdint.h>
#include <sys/types.h>

ssize_t fgetxattr(int file, const char *name, void *value, size_t size, uint32_t position, int options);
int fsetxattr(int file, const char *name, const void *value, size_t size, uint32_t position, int options);

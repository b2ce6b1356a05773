#include <stdint.h>

#define COPYFILE_ACL 1u
#define COPYFILE_XATTR 4u
typedef struct copyfile_state *copyfile_state_t;
int fcopyfile(int from, int to, copyfile_state_t state, uint32_t flags);

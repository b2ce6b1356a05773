#define _GNU_SOURCE
#include "CSystem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

void system_remove_abandoned(const char *folder, const char *start, const char *end) {
  DIR *stream = opendir(folder);
  if (stream == NULL) return;
  size_t start_length = strlen(start), end_length = strlen(end);
  for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
    size_t length = strlen(entry->d_name);
    if (length < start_length + end_length || strncmp(entry->d_name, start, start_length) != 0
        || strcmp(entry->d_name + length - end_length, end) != 0)
      continue;
    int descriptor = openat(dirfd(stream), entry->d_name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0) continue;
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) unlinkat(dirfd(stream), entry->d_name, 0);
    close(descriptor);
  }
  closedir(stream);
}

#ifdef __linux__

#include <sys/xattr.h>

int system_open_unnamed(const char *folder, unsigned mode) {
  // Without /proc such a file could never be given a name.
  if (access("/proc/self/fd", X_OK) != 0) {
    errno = ENOTSUP;
    return -1;
  }
  return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
}

int system_give_name(int descriptor, const char *path) {
  char name[40];
  snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
  return linkat(AT_FDCWD, name, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

int64_t system_data_start(int descriptor, int64_t offset) {
  return lseek(descriptor, offset, SEEK_DATA);
}

int64_t system_data_end(int descriptor, int64_t offset) {
  return lseek(descriptor, offset, SEEK_HOLE);
}

int64_t system_copy(int from, int64_t from_offset, int to, int64_t to_offset, size_t count) {
  off_t source = from_offset, target = to_offset;
  return copy_file_range(from, &source, to, &target, count, 0);
}

void system_copy_attributes(int from, int to) {
  ssize_t length = flistxattr(from, NULL, 0);
  if (length <= 0) return;
  char *names = malloc((size_t)length);
  if (names == NULL) return;
  length = flistxattr(from, names, (size_t)length);
  for (ssize_t start = 0; start < length; start += (ssize_t)strlen(names + start) + 1) {
    const char *name = names + start;
    ssize_t size = fgetxattr(from, name, NULL, 0);
    if (size < 0) continue;
    char *value = malloc((size_t)size + 1);
    if (value == NULL) break;
    size = fgetxattr(from, name, value, (size_t)size);
    if (size >= 0) fsetxattr(to, name, value, (size_t)size, 0);
    free(value);
  }
  free(names);
}

#else

static int missing(void) {
  errno = ENOTSUP;
  return -1;
}

int system_open_unnamed(const char *folder, unsigned mode) { return missing(); }
int system_give_name(int descriptor, const char *path) { return missing(); }

#ifdef SEEK_DATA
int64_t system_data_start(int descriptor, int64_t offset) {
  return lseek(descriptor, offset, SEEK_DATA);
}
int64_t system_data_end(int descriptor, int64_t offset) {
  return lseek(descriptor, offset, SEEK_HOLE);
}
#else
int64_t system_data_start(int descriptor, int64_t offset) { return missing(); }
int64_t system_data_end(int descriptor, int64_t offset) { return missing(); }
#endif

int64_t system_copy(int from, int64_t from_offset, int to, int64_t to_offset, size_t count) {
  return missing();
}

#ifdef __APPLE__
#include <copyfile.h>
void system_copy_attributes(int from, int to) {
  fcopyfile(from, to, NULL, COPYFILE_XATTR | COPYFILE_ACL);
}
#else
void system_copy_attributes(int from, int to) {}
#endif

#endif

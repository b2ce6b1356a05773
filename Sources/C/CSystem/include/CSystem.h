#ifndef BOXWALK_CSYSTEM_H
#define BOXWALK_CSYSTEM_H

#include <stddef.h>
#include <stdint.h>

#include "system_ends.h"
#include "system_threads.h"

// Calls that systems have beyond POSIX. Where one is missing it answers -1 with ENOTSUP in `errno`.

/// Opens a new file without a name, which is deleted with its last descriptor.
int system_open_unnamed(const char *folder, unsigned mode);

/// Gives such a file its name, unless the name exists.
int system_give_name(int descriptor, const char *path);

/// The start of the first data at or after `offset`, without holes; -1 with ENXIO if only a hole
/// is left.
int64_t system_data_start(int descriptor, int64_t offset);

/// The end of the data at `offset`, where a hole starts, or the end of the file.
int64_t system_data_end(int descriptor, int64_t offset);

/// Copies bytes from file to file, without passing them through this process; some file systems only
/// note that both have them. Answers how many were copied.
int64_t system_copy(int from, int64_t from_offset, int to, int64_t to_offset, size_t count);

/// Returns when all written data of the file system of an open file is on the disk.
int system_sync(int descriptor);

/// Copies the extended attributes of a file to another one, as far as that is allowed.
void system_copy_attributes(int from, int to);

/// Reads an extended attribute of an open file. Answers its length, or -1.
int64_t system_attribute(int file, const char *name, void *value, size_t size);

/// Sets an extended attribute of an open file.
int system_set_attribute(int file, const char *name, const void *value, size_t size);

/// Removes a file of a folder, or a folder with the files in it, if no program has locked it.
void system_remove_abandoned(const char *folder, const char *name);

// A name in a folder. The name lives during the call.
struct system_entry {
  const char *name;
  // 'f' for a file, 'd' for a folder, 'l' for a symbolic link, '?' for anything else.
  char kind;
  int64_t size, modified_nanoseconds;
  uint64_t inode, device;
};

/// Passes on the entries of an open folder, except `.` and `..`. Returns -1 if it cannot be listed.
int system_list(
    int folder, void *context,
    void (*each)(void *context, const struct system_entry *entry));

/// The status of the file at a path. A symbolic link is not followed.
int system_status(const char *path, struct system_entry *entry);

/// Renames a file, unless the new path exists (then EEXIST).
int system_rename_exclusive(const char *from, const char *to);

/// Exchanges the names of two files; -1 if the file system does not support it.
int system_exchange(const char *a, const char *b);

/// Opens a list of folders whose changes are recorded; -1 with ENOTSUP if the system has no such lists.
int system_watch_open(void);

/// Has changes in a folder noted, but not those in folders in it. Answers the number of the folder,
/// which is the same for the same folder.
int system_watch_folder(int watch, const char *path);

/// Ends watching them.
void system_watch_end(int watch, int folder);

/// Passes on the changes since the last call, without waiting. Names are valid during the call. If there is no name,
/// folders were added or removed, or the changes are unknown.
int system_watch_read(int watch, void *context, void (*each)(void *context, int folder, const char *name));

/// Whether a process has an open file open for writing; 0, too, if the system cannot tell.
int system_is_written(int descriptor);

/// The mapping of a file, which knows whether one of its pages could not be read.
struct system_mapping;

/// Watches memory that a file was mapped to; NULL if there is no memory. Without that, a page that cannot be read ends the
/// program. With it, the page is noted, and reads as zeros from then on. Where other memory cannot be read (SIGBUS), the
/// program goes its own way as before.
struct system_mapping *system_mapping_add(const void *start, size_t size);

/// Notes that the page at an offset could not be read.
void system_mapping_note(struct system_mapping *mapping, int64_t offset);

/// The offset of the first page that could not be read; -1 if all could.
int64_t system_mapping_unreadable(const struct system_mapping *mapping);

/// Ends watching the memory, which is still mapped.
void system_mapping_remove(struct system_mapping *mapping);

#endif

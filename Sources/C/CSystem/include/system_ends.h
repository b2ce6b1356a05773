#ifndef BOXWALK_SYSTEM_ENDS_H
#define BOXWALK_SYSTEM_ENDS_H

// The signals with which a user or the system ends a program: SIGINT, SIGTERM and SIGHUP, except those that are
// ignored. A second one, half a second after the first or later, always ends it at once.

/// From now on, they only end the program after the unfinished files and folders are removed. A library does not
/// call this: signals are up to the program.
void system_remove_unfinished_at_end(void);

/// Begins a short part of the work, such as the renaming of a file, that none of these signals interrupts. Other
/// threads wait with theirs. If one has come, this does not return.
void system_begin_undisturbed(void);
void system_end_undisturbed(void);

/// Notes, or no longer notes, a file or a folder of files that is to be removed if such a signal ends the program.
/// Called in an undisturbed part.
void system_add_unfinished(const char *path);
void system_drop_unfinished(const char *path);

/// Notes a folder that was made. It is removed at the end if it is empty, because nothing was written to it: by this function,
/// or by one of these signals. Called in an undisturbed part.
void system_add_made_folder(const char *path);
void system_remove_empty_made_folders(void);

/// From now on, a signal that a fault of the program causes, such as SIGILL, ends it with a sentence and the exit code 70.
void system_report_faults(void);

/// From now on, the first of these signals is only recorded.
int system_hold_ends(void);

/// Whether one of them has come.
int system_is_ended(void);

/// Waits until a file can be read (none if it is negative), one of those signals comes, or the time is
/// over, which is endless if it is negative.
void system_wait(int descriptor, double seconds);

/// Ends the program as the recorded signal would have, if there is one.
void system_end_as_recorded(void);

#endif

import Platform

/// What the usual values of `errno` mean.
private let ourTexts: [Int32: String] = [
  ENOENT: "there is no such file or folder",
  EEXIST: "something with this name exists",
  EISDIR: "is a folder, not a file",
  ENOTDIR: "a part of the path is not a folder",
  ENOTEMPTY: "the folder is not empty",
  EACCES: "there is no permission",
  EPERM: "there is no permission",
  ENOSPC: "the disk is full",
  EDQUOT: "the space that this user may use is full",
  EROFS: "the disk can only be read",
  EIO: "the disk reports an error",
  EFBIG: "the file would be too large",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "there are too many symbolic links, or one that is not followed",
  EBADF: "is closed",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  ENOMEM: "there is not enough memory",
  EXDEV: "is on another file system",
  ECONNREFUSED: "no server answers there",
]

/// The meaning of an `errno`, as a clause that can follow the path of a file. The usual errors are said in our words;
/// the C library has the others.
package func systemErrorText(_ code: Int32) -> String {
  ourTexts[code] ?? libraryText(code)
}

/// A message of a library, in which the words of the C library for the usual errors are ours.
package func withOurText(_ message: String) -> String {
  ourTexts.reduce(message) { $0.replacing(libraryText($1.key), with: $1.value) }
}

private func libraryText(_ code: Int32) -> String {
  // `strerror` returns a string that exists as long as the process.
  unsafe String(cString: strerror(code))
}

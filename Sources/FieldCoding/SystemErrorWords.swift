#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The meaning of an `errno`, as a clause that can follow the path of a file. The usual errors are said in our words;
/// the C library has the others.
package func systemErrorWords(_ code: Int32) -> String {
  switch code {
  case ENOENT: "there is no such file or folder"
  case EEXIST: "something with this name exists"
  case EISDIR: "is a folder, not a file"
  case ENOTDIR: "a part of the path is not a folder"
  case ENOTEMPTY: "the folder is not empty"
  case EACCES, EPERM: "there is no permission"
  case ENOSPC: "the disk is full"
  case EDQUOT: "the space that this user may use is full"
  case EROFS: "the disk can only be read"
  case EIO: "the disk reports an error"
  case EFBIG: "the file would be too large"
  case ENAMETOOLONG: "the name is too long"
  case ELOOP: "there are too many symbolic links, or one that is not followed"
  case EBADF: "is closed"
  case EMFILE, ENFILE: "too many files are open"
  case ENOMEM: "there is not enough memory"
  case EXDEV: "is on another file system"
  case ECONNREFUSED: "no server answers there"
  // `strerror` returns a string that exists as long as the process.
  default: unsafe String(cString: strerror(code))
  }
}

/// A message of a library, in which the words of the C library for the usual errors are ours.
package func withOurWords(_ message: String) -> String {
  [ENOENT, EACCES, ENOSPC, EDQUOT, EROFS, EIO, EFBIG, ENOMEM, ECONNREFUSED].reduce(message) {
    // `strerror` returns a string that exists as long as the process.
    let words = unsafe String(cString: strerror($1))
    return $0.split(separator: words, omittingEmptySubsequences: false)
      .joined(separator: systemErrorWords($1))
  }
}

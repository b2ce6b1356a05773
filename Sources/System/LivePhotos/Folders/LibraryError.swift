import Files
import ISOBMFF

/// A file or folder of a library that cannot be read.
public struct LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why a file or folder cannot be read.
  public enum Reason: Hashable, Sendable {
    /// The file or folder does not exist.
    case missing
    /// It is neither a file nor a folder: a device, a pipe.
    case notAFile
    /// The file, or a folder that it is in, is a symbolic link below the folder that was named.
    case link
    /// The file was named explicitly, but its name is not that of a photo, of a movie, or of a file that
    /// belongs to them.
    case notMedia
    /// The system reports an error, with this `errno`.
    case system(Int32)
    /// The file changed while it was read, or not all of its bytes can be read, as a part of a sentence.
    case unread(String)
  }

  /// The path of the file or folder.
  public var path: LibraryPath
  /// Why it cannot be read.
  public var reason: Reason

  init(_ path: LibraryPath, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  init(_ path: LibraryPath, _ error: SystemError) {
    // Only links are refused by us, and not by the system.
    self.init(path, error.code == 0 ? .link : .system(error.code))
  }

  init(_ path: LibraryPath, _ error: ByteSourceError) {
    switch error.reason {
    case .open(let code): self.init(path, .system(code))
    case .isDirectory, .notAFile, .unavailable: self.init(path, .notAFile)
    }
  }

  /// The reason without the path.
  public var text: String {
    switch reason {
    case .missing: SystemError.noSuchFile
    case .notAFile: "is not a regular file"
    case .link: "is behind a symbolic link, which is not followed in a folder"
    case .notMedia: "has neither the name of a photo nor of a movie"
    case .system(let code): "cannot be read: \(SystemError.text(code))"
    case .unread(let problem): problem
    }
  }

  /// Path and reason.
  public var description: String { "\(path): \(text)" }
}

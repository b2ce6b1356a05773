import ISOBMFF
public import LivePairing
import SystemAccess

/// Something of a library that cannot be read.
public struct LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why something cannot be read.
  public enum Reason: Hashable, Sendable {
    /// There is no such file or folder.
    case missing
    /// It is neither a file nor a folder: a device, a pipe.
    case notAFile
    /// It was named itself, and its name is neither that of a photo nor of a movie, nor of what goes with
    /// them.
    case notMedia
    /// The system refuses, with this `errno`.
    case system(Int32)
  }

  /// What cannot be read.
  public var path: LibraryPath
  /// Why it cannot be read.
  public var reason: Reason

  init(_ path: LibraryPath, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  init(_ path: LibraryPath, _ error: SystemError) { self.init(path, .system(error.code)) }

  init(_ path: LibraryPath, _ error: ByteSourceError) {
    switch error.reason {
    case .open(let code): self.init(path, .system(code))
    case .isDirectory, .notAFile, .unavailable: self.init(path, .notAFile)
    }
  }

  /// The reason without the path.
  public var words: String {
    switch reason {
    case .missing: "there is no such file or folder"
    case .notAFile: "is not a regular file"
    case .notMedia: "has neither the name of a photo nor of a movie"
    case .system(let code): "cannot be read: \(SystemError.words(code))"
    }
  }

  /// Path and reason.
  public var description: String { "\(path): \(words)" }
}

public import ISOBMFF
package import StillMetadata

/// Why a file cannot be edited so. It stays as it is.
public struct EditError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What a program can do something about.
  public enum Kind: Hashable, Sendable {
    /// The file has no such box, field, item, track, frame or place.
    case notFound
    /// What was asked for contradicts itself, or the value does not fit the field.
    case invalid
    /// The file is of another kind than the edit is for.
    case wrongFile
    /// The file is cut off or damaged where the edit would have to read it.
    case damaged
    /// The file is sound, and the edit cannot be done to one like it.
    case unsupported
    /// The new file was not what it has to be: something that should stay would change, or something
    /// that should go would stay.
    case proofFailed
    /// There is a file where the new one should go.
    case fileExists
    /// The original changed while it was edited.
    case fileChanged
    /// The system refused; the number is an `errno`.
    case system(errno: Int32)
  }

  /// What a program can do something about.
  public var kind: Kind
  /// A sentence without the name of the file: what is wrong, where, and what to do.
  public var message: String
  /// The boxes and fields that lead to the place, outermost first; empty if it is the whole file.
  public var path: [String]
  /// The byte of the file at which it is wrong, counted from 0; nil if it is at no one byte.
  public var offset: Int?

  /// An error with a sentence for people.
  public init(_ kind: Kind, _ message: String, path: [String] = [], offset: Int? = nil) {
    self.kind = kind
    self.message = message
    self.path = path
    self.offset = offset
  }

  /// What could not be read or written, at which box and byte.
  public init(_ error: FieldError) {
    let kind: Kind =
      switch error.reason {
      case .doesNotFit, .unsupportedWidth: .invalid
      case .unsupportedVersion, .exceedsLimit: .unsupported
      default: .damaged
      }
    self.init(kind, "\(error)", path: error.path, offset: error.offset)
  }

  /// What could not be opened, or had no room in memory.
  public init(_ error: ByteSourceError) {
    let kind: Kind =
      switch error.reason {
      case .open(let code): .system(errno: code)
      case .isDirectory, .notAFile, .unavailable: .wrongFile
      }
    self.init(kind, error.reason.words)
  }

  /// What has no room in the segments of a JPEG file, or no place in a damaged one.
  package init(_ error: MetadataPlacementError) {
    switch error {
    case .noPicture: self.init(.damaged, "\(error)")
    case .noRoom: self.init(.unsupported, "\(error)")
    }
  }

  /// The same error of a larger thing, which `subject` names.
  package func within(_ subject: String) -> EditError {
    var error = self
    error.message = "\(subject): \(message)"
    return error
  }

  public var description: String { message }
}

public import ISOBMFF
package import Metadata

/// Why an edit is not possible. The file does not change.
public struct EditError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of errors, for programs that handle them.
  public enum Kind: Hashable, Sendable {
    /// The box, field, item, track, frame or offset does not exist in the file.
    case notFound
    /// The request contradicts itself, or the value does not fit the field.
    case invalid
    /// The edit is not for this kind of file.
    case wrongFile
    /// The file is incomplete or damaged in a part that the edit has to read.
    case damaged
    /// The file is not damaged, but the edit does not support such files.
    case unsupported
    /// The check of the new file failed: something that should stay would change, or something that should be
    /// removed would stay.
    case proofFailed
    /// A file with the name of the new file exists.
    case fileExists
    /// Another program changed the original during the edit.
    case fileChanged
    /// A system call failed, with this `errno`.
    case system(errno: Int32)
  }

  /// The kind of the error, for programs that handle it.
  public var kind: Kind
  /// A sentence without the name of the file: what is wrong, where, and what to do.
  public var message: String
  /// The path of boxes and fields to the problem, outermost first; empty if it is the whole file.
  public var path: [String]
  /// The offset in the file at which the problem is, in bytes; nil if it is not at one offset.
  public var offset: Int?
  /// The name of another file, which the edit reads and which has the problem; nil if the edited file has it.
  public var file: String?

  /// An error with a sentence for people.
  public init(_ kind: Kind, _ message: String, path: [String] = [], offset: Int? = nil) {
    self.kind = kind
    self.message = message
    self.path = path
    self.offset = offset
  }

  /// An error for a field that could not be read or written, with its path and offset.
  public init(_ error: FieldError) {
    let kind: Kind =
      switch error.reason {
      case .doesNotFit, .unsupportedWidth: .invalid
      case .unsupportedVersion, .exceedsLimit: .unsupported
      default: .damaged
      }
    self.init(kind, "\(error)", path: error.path, offset: error.offset)
  }

  /// An error for a file that could not be opened or does not fit into memory.
  public init(_ error: ByteSourceError) {
    let kind: Kind =
      switch error.reason {
      case .open(let code): .system(errno: code)
      case .isDirectory, .notAFile, .unavailable: .wrongFile
      }
    self.init(kind, error.reason.text)
  }

  /// An error for metadata that does not fit into the segments of a JPEG file, or for a damaged file.
  package init(_ error: MetadataSettingError) {
    switch error {
    case .noPicture: self.init(.damaged, "\(error)")
    case .noRoom: self.init(.unsupported, "\(error)")
    }
  }

  /// The same error with its subject, such as a larger structure.
  package func within(_ subject: String) -> EditError {
    var error = self
    error.message = "\(subject): \(message)"
    return error
  }

  /// The same error, in another file that the edit reads.
  package func inFile(_ name: String) -> EditError {
    var error = self
    error.file = name
    return error
  }

  /// The sentence, with the name of the file if it is another one.
  public var description: String { (file.map { "\($0): " } ?? "") + message }
}

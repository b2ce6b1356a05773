package import Editing
import FieldCoding
import Platform

extension EditError {
  /// An error of the system, or a change of the file.
  package init(_ error: SystemError) {
    let kind: Kind =
      switch error.code {
      case ESTALE: .fileChanged
      case EEXIST: .fileExists
      default: .system(errno: error.code)
      }
    self.init(kind, "\(error)")
  }

  /// The error that prevented reading or writing of a file.
  package init(any error: any Error) {
    switch error {
    case let error as EditError: self = error
    case let error as SystemError: self.init(error)
    case let error as ByteSourceError: self.init(error)
    default: self.init(.damaged, "\(error)")
    }
  }
}

import FieldCoding
import FileAccess
import ISOBMFF
import Verification

extension Batch {
  /// Why a file is not all there yet; nil if it is, or cannot be read.
  func missingEnd(of file: File) -> String? {
    guard let source = try? ByteSource(mapping: file.path) else { return nil }
    return VerifiedFile(source.bytes, name: file.path).missingEnd
  }

  /// Whether somebody has written or removed a file since.
  func isChanged(_ file: File, since stamp: FileStamp?) -> Bool {
    stamp == nil || FileStamp(file.path) != stamp
  }
}

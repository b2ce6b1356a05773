import FieldCoding
import Platform

/// The kind of file at a path.
package enum PathKind: Sendable {
  case nothing, folder, file

  /// Follows symbolic links. It throws if the system cannot tell.
  package init(_ path: String) throws(SystemError) {
    guard !SuppliedFiles.contains(path) else {
      self = .file
      return
    }
    var status = stat()
    // `status` outlives the call, which fills it.
    guard unsafe stat(path, &status) == 0 else {
      try SystemError.requireMissing(path)
      self = .nothing
      return
    }
    self = status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }
}

import SystemAccess
import WorkerClient

/// The hidden folder in which a folder keeps the journals and manifests of its outputs.
struct JournalFolder {
  static let name = ".boxwalk"

  private let path: BytePath

  init(of folder: String) {
    path = BytePath(Array((folder.asFolder + JournalFolder.name).utf8))
  }

  /// The names in it, with their kinds; empty if it is missing.
  func contents() throws(ConversionError) -> [(name: String, kind: BytePath.Status.Kind)] {
    try ConversionError.input { () throws(SystemError) in
      try path.status() == nil ? [] : path.contents()
    }.map { (String(decoding: $0.name, as: UTF8.self), $0.status.kind) }
  }

  func removeIfEmpty() { path.removeEmptyFolder() }
}

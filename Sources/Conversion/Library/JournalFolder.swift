import Files
import WorkerClient

/// The hidden folder in which a folder keeps the journals and manifests of its outputs.
struct JournalFolder {
  static let name = ".boxwalk"

  private let path: BytePath

  init(of folder: String) {
    path = BytePath(Array((folder.asFolder + JournalFolder.name).utf8))
  }

  /// Whether a name in the folder is that of a manifest: of all files, or of a shard.
  static func isManifest(named name: String) -> Bool {
    name.hasPrefix("manifest") && name.hasSuffix(".jsonl")
  }

  /// Whether a manifest is kept at a path unless the user names another one.
  static func isManifest(_ path: String) -> Bool {
    let names = path.pathNames.suffix(2)
    return names.count == 2 && names.first == name && isManifest(named: names.last ?? "")
  }

  /// The names in it, with their kinds; empty if it is missing.
  func contents() throws(ConversionError) -> [(name: String, kind: BytePath.Status.Kind)] {
    try ConversionError.input { () throws(SystemError) in
      try path.status() == nil ? [] : path.contents()
    }.map { (String(decoding: $0.name, as: UTF8.self), $0.status.kind) }
  }

  func removeIfEmpty() { path.removeEmptyFolder() }
}

import LibraryRun
import SystemAccess
import WorkerClient

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ConversionRun {
  /// The manifest, where a library is converted.
  func journal() throws(ConversionError) -> Journal? {
    guard output.isFolder else {
      guard options.manifest == nil else {
        throw ConversionError(.output, "a manifest describes a folder, which \(output.path) is not")
      }
      return nil
    }
    let isLibrary = try ConversionError.input(inputs.isLibrary)
    guard options.manifest != nil || isLibrary && !options.hasNoManifest else { return nil }
    let path =
      if let manifest = options.manifest { manifest } else {
        try OutputTree(output.path).place(options.usualManifest)
      }
    return try Journal(path)
  }

  /// The outputs of originals that were deleted, each with the original's name, by the manifests of all
  /// shards.
  func lastCopies(_ journal: Journal?) throws(ConversionError) -> [String: String] {
    guard let journal else { return [:] }
    let folder = output.path.asFolder + ".boxwalk/"
    let others = try ConversionError.output { () throws(SystemError) in
      let path = BytePath(Array(folder.utf8))
      guard try path.status() != nil else { return [String]() }
      var others: [String] = []
      for name in try path.contents().map({ String(decoding: $0.name, as: UTF8.self) })
      where name.hasPrefix("manifest") && name.hasSuffix(".jsonl") {
        if try !isSameFile(folder + name, journal.path) { others.append(folder + name) }
      }
      return others
    }
    try journal.takeLastCopies(of: others)
    return journal.lastCopies
  }
}

import LibraryRun
import SystemAccess
import WorkerClient

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ConvertCommand {
  /// The manifest, where a library is converted.
  func journal(_ output: OutputPath) throws(ConversionError) -> Journal? {
    guard output.isFolder else {
      guard batch.manifest == nil else {
        throw ConversionError(.output, "a manifest describes a folder, which \(output.path) is not")
      }
      return nil
    }
    guard batch.manifest != nil || isLibrary && !batch.hasNoManifest else { return nil }
    let path =
      if let manifest = batch.manifest { manifest } else {
        try OutputTree(output.path).place(batch.usualManifest)
      }
    return try Journal(path)
  }

  /// The outputs of originals that were deleted, each with the original's name, by the manifests of all
  /// shards.
  func lastCopies(_ journal: Journal?) throws(ConversionError) -> [String: String] {
    guard let journal else { return [:] }
    let folder = output.asFolder + ".boxwalk/"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let manifests = names.filter { $0.hasPrefix("manifest") && $0.hasSuffix(".jsonl") }
    try journal.takeLastCopies(
      of: manifests.map { folder + $0 }.filter { !isSameFile($0, journal.path) })
    return journal.lastCopies
  }
}

import FieldCoding
import Files
import Library
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
        throw ConversionError(
          .output, "a manifest describes a folder, but \(output.path) is not a folder")
      }
      return nil
    }
    let isLibrary = try ConversionError.input(inputs.isLibrary)
    guard options.manifest != nil || isLibrary && !options.hasNoManifest else { return nil }
    let path =
      if let manifest = options.manifest { manifest } else {
        try OutputTree(output.path).preparedPath(of: options.usualManifest)
      }
    let journal = try Journal(path)
    if journal.damagedLineCount > 0 {
      console.message(
        "\(path): \(counted(journal.damagedLineCount, "line")) cannot be read, and \(journal.damagedLineCount == 1 ? "is" : "are") skipped"
      )
    }
    return journal
  }

  /// The outputs of originals that were deleted, each with the original's name, from the manifests of all shards.
  func lastCopies(_ journal: Journal?) throws(ConversionError) -> [String: String] {
    guard let journal else { return [:] }
    var others: [String] = []
    for path in try Journal.manifests(in: output.path)
    where try !ConversionError.output(isSameFile(path, journal.path)) { others.append(path) }
    try journal.takeLastCopies(of: others)
    return journal.lastCopies
  }
}

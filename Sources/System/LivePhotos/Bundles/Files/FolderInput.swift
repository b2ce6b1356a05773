package import Files
import ISOBMFF

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A PVT bundle, or a folder like it.
package struct FolderInput: SplitInput {
  package let format: String
  package let still: String
  package let movie: String
  package let leftOut: [String]
  package private(set) var notes: [String] = []
  private let folder: String

  package var description: String { format == "pvt" ? "a PVT bundle" : "a folder" }

  package init(_ path: String) throws {
    folder = path.asFolder
    var names: [String] = []
    var entries: [BundleEntry] = []
    for (name, status) in try BytePath(Array(path.utf8)).contents() {
      let name = String(decoding: name, as: UTF8.self)
      names.append(name)
      let kind: BundleEntry.Kind =
        switch status.kind {
        case .file: .file
        case .folder: .folder
        case .link: .link
        case .other: .other
        }
      entries.append(BundleEntry(name, kind: kind))
    }
    let contents: BundleContents
    do throws(BundleError) { contents = try BundleContents(entries) } catch {
      throw LiveError(path, error.message)
    }
    still = names[contents.still]
    movie = names[contents.movie]
    leftOut = contents.leftOut.map { names[$0] }.sorted()
    format = contents.hasMetadata ? "pvt" : "folder"
    if contents.hasMetadata {
      if try !FolderInput.isKnown(folder + LiveBundle.metadataName) {
        notes.append(
          "its \(LiveBundle.metadataName) is not version \(LiveBundle.metadataVersion), the only known version"
        )
      }
    } else if folder.lowercased().hasSuffix(".pvt/") {
      notes.append(
        "it has no \(LiveBundle.metadataName), without which Apple's software does not accept it")
    }
  }

  package func write(_ part: LivePhotoPart, to output: borrowing OutputFile) throws {
    try LivePhotoFile(folder + (part == .still ? still : movie)).copy(to: output)
  }

  /// Property lists are XML or binary.
  private static func isKnown(_ path: String) throws -> Bool {
    let bytes = try ByteSource(mapping: path).bytes
    guard bytes.count < 1 << 20,
      let metadata = try? PropertyListDecoder().decode(Metadata.self, from: Data(bytes))
    else { return false }
    return metadata.version == LiveBundle.metadataVersion
  }

  /// Other properties are ignored.
  private struct Metadata: Decodable {
    var version: String

    enum CodingKeys: String, CodingKey { case version = "PFVideoComplementMetadataVersionKey" }
  }
}

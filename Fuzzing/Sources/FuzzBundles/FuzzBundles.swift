import FuzzDriver
import ISOBMFF
import LivePhotos

/// What is in bundles of Live Photos beside their halves: the records and comments of archives, and the
/// names of entries, of which there is one on each line.
@_cdecl("FuzzBundles_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  fuzz(count, arguments, seeds: seeds) { bytes in
    checkRoundTrip(BundleRecord.self, bytes)
    checkRoundTrip(LIVPComment.self, bytes)
    _ = LIVPComment(text: bytes)
    let names = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    checkContents(names)
    if names.count >= 2 { checkNames(names[0], names[1]) }
  }
}

private func checkContents(_ names: [String]) {
  for kind in [BundleEntry.Kind.file, .link, .folder] {
    let entries = names.map { BundleEntry($0, kind: kind) }
    guard let contents = try? BundleContents(entries) else { continue }
    precondition(kind == .file, "a half that is no file")
    for index in [contents.still, contents.movie] {
      let path = entries[index].path
      precondition(!path.contains("\0") && !path.isEmpty, "a name that no file has")
      precondition(
        !path.utf8.starts(with: "/".utf8) && !path.split(separator: "/").contains(".."),
        "a path that leads out")
    }
  }
}

private func checkNames(_ still: String, _ movie: String) {
  guard let names = try? BundleNames(still: still, movie: movie) else { return }
  precondition(
    !names.still.utf8.contains(UInt8(ascii: "/")) && !names.movie.utf8.contains(UInt8(ascii: "/")),
    "a name that is a path")
  for type in LIVPComment.StillType.allCases {
    let entries = names.entries(type)
    guard let again = BundleNames(entries: entries, movieExtension: names.movieExtension) else {
      fatalError("entries are not known again")
    }
    precondition(again == names, "other names come back")
  }
}

private func seeds(_ file: Bytes) -> [[UInt8]] {
  guard file.isEmpty else { return [] }
  let names = [
    "IMG_1.HEIC\nIMG_1.MOV\nmetadata.plist", "a/IMG_1.heic\n../IMG_1.mov",
    "__MACOSX/._a.jpg\na.jpg",
    "IMG_1.HEIC.heic\nIMG_1.HEIC.mov",
  ]
  return names.map { Array($0.utf8) }
    + [
      (try? BundleRecord(modified: 1_600_000_000, fileExtension: "MOV").encoded()) ?? [],
      (try? LIVPComment().encoded()) ?? [],
    ]
}

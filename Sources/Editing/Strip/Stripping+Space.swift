import HEIF
import ISOBMFF
import Movie
import StillMetadata

extension Stripping {
  /// Removes old copies of metadata from unused space: free space, gaps between samples and items, and bytes after the
  /// last box.
  mutating func stripUnusedSpace() {
    func isLeftover(_ place: Range<Int>) -> Bool {
      guard let bytes = file.bytes.part(place), !isZero(place) else { return false }
      return places.first(in: bytes) != nil || LocationWords.mayBe(inUnused: bytes)
        || bytes.count < 1 << 20 && places.isFound(inMetadata: bytes)
    }
    for place in freeSpace(in: file.boxes) where !isZero(place) {
      guard what == .all || isLeftover(place) else { continue }
      erased.append(place)
      removed.append("what free space held at byte \(place.lowerBound)")
    }
    for place in gaps where isLeftover(place) {
      erased.append(place)
      removed.append("what unused media data held at byte \(place.lowerBound)")
    }
    let trailing = file.trailing.fileOffset..<file.trailing.fileOffset + file.trailing.count
    if isLeftover(trailing) {
      erased.append(trailing)
      removed.append("what follows the last box, at byte \(trailing.lowerBound)")
    } else if !isZero(trailing) {
      remarks.append(
        counted(
          trailing.count, "byte follows the last box and stays",
          "bytes follow the last box and stay"))
    }
  }

  /// The payloads of free space, at any depth.
  private func freeSpace(in boxes: [Box]) -> [Range<Int>] {
    boxes.flatMap { box -> [Range<Int>] in
      guard ["free", "skip"].contains(box.type) else { return freeSpace(in: box.children) }
      return box.pieces.filter { $0.source === file.bytes.source }
        .map { $0.fileOffset..<$0.fileOffset + $0.count }
    }
  }

  /// The parts of the media data that belong to no sample and no item; empty if not all of those are known.
  private var gaps: [Range<Int>] {
    let media = file.boxes.filter { $0.type == "mdat" }
      .flatMap(\.pieces).filter { $0.source === file.bytes.source }
      .map { $0.fileOffset..<$0.fileOffset + $0.count }
    guard !media.isEmpty, file.findings.isEmpty else { return [] }
    let used = file.usedMedia()
    guard !used.isEmpty else { return [] }
    // Removed bytes are unused now.
    let known = (used + erased).joined
    return media.flatMap(known.gaps(in:))
  }

  /// The bytes of the file that are searched for coordinates: all bytes of a small file, and those of a big file except
  /// coded media.
  var searched: [Range<Int>] {
    let all = 0..<file.bytes.count
    guard all.count > Stripping.longestSearched else { return [all] }
    let media = file.boxes.filter { $0.type == "mdat" }.compactMap(\.origin)
      .map { $0.fileOffset..<$0.fileOffset + $0.count }.joined
    return media.gaps(in: all) + gaps
  }

  private static let longestSearched = 1 << 26
}

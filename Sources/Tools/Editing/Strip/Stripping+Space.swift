import HEIF
import ISOBMFF
import Metadata
import Movie

extension Stripping {
  /// Removes what free space holds, except texts without a location, and old copies of metadata from gaps between
  /// samples and items, and from bytes after the last box; or everything there. Names gaps that may hold something
  /// else.
  mutating func stripUnusedSpace() throws(EditError) {
    func isLeftover(_ range: Range<Int>) -> Bool {
      guard let bytes = file.bytes.part(range), !isZero(range) else { return false }
      return what == .all || bytes.isLeftover(of: locations)
    }
    func goes(_ range: Range<Int>) -> Bool {
      isLeftover(range) || file.bytes.part(range)?.isUnreadSpace == true || isIndexed(range)
    }
    let written = freeSpace(in: file.boxes).filter(goes)
    // Free space may be in a damaged file what a table takes for a sample.
    let used = written.isEmpty ? [] : file.usedMedia()
    for range in written.flatMap(used.gaps(in:)) where goes(range) {
      erased.append(range)
      removed.append("what free space held at byte \(range.lowerBound)")
    }
    let gaps = gaps
    if gaps == nil { unknown.append("media data of which not all samples are known") }
    for range in gaps ?? [] {
      if isLeftover(range) {
        erased.append(range)
        removed.append("what unused media data held at byte \(range.lowerBound)")
      } else if file.bytes.part(range)?.isUnreadSpace == true {
        unknown.append("unused media data at byte \(range.lowerBound)")
      }
    }
    try stripTrailing()
  }

  /// Whether it is the payload of a box of dashboard cameras, which begins with `freeGPS `.
  private func isIndexed(_ range: Range<Int>) -> Bool {
    file.bytes.part(range.lowerBound - 4..<range.upperBound)?.starts(with: Array("freeGPS ".utf8))
      == true
  }

  /// What follows the last box goes as a whole with all metadata; otherwise its records are examined one by one.
  private mutating func stripTrailing() throws(EditError) {
    guard file.lostFragments == nil else { return }
    let parts = TrailingData(file).parts
    let hasMovie = parts.contains { if case .movie = $0.kind { true } else { false } }
    let start = file.bytes.count - file.trailing.count
    if what == .all, !isInside, !parts.isEmpty, !hasMovie {
      guard !file.usedMedia().contains(where: { $0.upperBound > start }) else {
        throw EditError(
          .damaged,
          "has samples after its last box, as truncated files do; use boxwalk repair first",
          offset: start)
      }
      removed += parts.map { "\($0.kind.title) after the last box" }
      file.trailing = Bytes()
      return
    }
    var bytes = Array(file.trailing)
    for part in parts {
      var stripped = StrippedTrailer(what, part, locations, decompressor)
      try stripped.run()
      add(stripped, in: "\(part.kind.title) after the last box")
      let range = part.range.lowerBound - start..<part.range.upperBound - start
      bytes.replaceSubrange(range, with: stripped.rest)
    }
    if !bytes.elementsEqual(file.trailing) { file.trailing = Bytes(bytes) }
  }

  /// The payloads of free space, at any depth.
  private func freeSpace(in boxes: [Box]) -> [Range<Int>] {
    boxes.flatMap { box -> [Range<Int>] in
      guard ["free", "skip", "wide"].contains(box.type) else { return freeSpace(in: box.children) }
      return box.pieces.filter { $0.source === file.bytes.source }
        .map { $0.fileOffset..<$0.fileOffset + $0.count }
    }
  }

  /// The parts of the media data that belong to no sample and no item; nil if not all of those are known.
  private var gaps: [Range<Int>]? {
    let media = file.boxes.filter { $0.type == "mdat" }
      .flatMap(\.pieces).filter { $0.source === file.bytes.source }
      .map { $0.fileOffset..<$0.fileOffset + $0.count }.filter { !$0.isEmpty }
    guard !media.isEmpty else { return [] }
    let movie = MovieFile(file)
    guard file.findings.isEmpty, movie?.refusal == nil,
      file.boxes.contains(where: { ["moov", "meta"].contains($0.type) })
    else { return nil }
    // Removed bytes are unused now.
    let known = (file.usedMedia() + erased).joined
    let gaps = media.map(known.gaps(in:))
    let isLost =
      // A fragment may have lost its description, and an image its size.
      movie?.isFragmented == true && zip(media, gaps).contains { [$0] == $1 && !isZero($0) }
      || gaps.contains { !$0.isEmpty } && movie?.tracks.contains(where: \.hasEmptySamples) == true
    return isLost ? nil : gaps.flatMap { $0 }
  }

  /// The bytes of the file that are searched for coordinates: all bytes of a small file, and those of a big file except
  /// coded media.
  var searched: [Range<Int>] {
    let all = 0..<file.bytes.count
    guard all.count > Stripping.longestSearched else { return [all] }
    let media = file.boxes.filter { $0.type == "mdat" }.compactMap(\.origin)
      .map { $0.fileOffset..<$0.fileOffset + $0.count }.joined
    return media.gaps(in: all) + (gaps ?? [])
  }

  private static let longestSearched = 1 << 26
}

extension Track {
  /// Whether frames, audio or texts have no bytes.
  fileprivate var hasEmptySamples: Bool {
    ["vide", "soun", "auxv", "text", "sbtl", "subt"].contains(handlerType)
      && samples.contains { $0.fileRange.isEmpty }
  }
}

extension Bytes {
  /// The fewest bytes of unused space that are not only there to fill it up: a latitude and a longitude.
  private static let fewestWritten = 8
  /// The most bytes that may be text of a program.
  private static let longestText = 1 << 16

  /// Whether unused space holds something that nobody here can read: neither the same byte again and again nor a text,
  /// which is searched, before zeros.
  fileprivate var isUnreadSpace: Bool {
    guard count >= Bytes.fewestWritten, let first, !isBlank, contains(where: { $0 != first }) else {
      return false
    }
    let end = firstIndex(of: 0) ?? count
    let isText = end <= Bytes.longestText && part(0..<end)?.isReadableText == true
    return !isText || part(end..<count)?.isZero != true
  }
}

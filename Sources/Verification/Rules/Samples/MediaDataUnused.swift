import HEIF
import ISOBMFF
import Movie

enum MediaDataUnused: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.1.1"
  static let sentence =
    "Media data is of samples or items: no box of it, and no parts between others, are used by nothing."

  /// Parts that have fewer bytes fill up, or are signs of the writer.
  private static let fewestBytes = 64
  /// A track that has lost its description is in more places.
  private static let fewestParts = 3

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let used = file.usedMedia else { return }
    var previous: FourCC?
    for place in file.topBoxes {
      defer { if place.type != "free" { previous = place.type } }
      guard ["mdat", "imda"].contains(place.type) else { continue }
      let data = place.offset + min(place.box.headerSize, place.bytes.count)..<place.end
      let unused = used.gaps(in: data).filter { part in
        guard part.count >= fewestBytes, let bytes = file.bytes.part(part) else { return false }
        return !bytes.isFilling
      }
      let count = counted(unused.reduce(0) { $0 + $1.count }, "byte")
      if unused == [data] {
        // The rule about the numbers of media data reports it.
        guard place.type == "mdat" else { continue }
        findings.add(
          at: place,
          "no track and no item uses its \(count): what describes them is lost, or an edit has left them"
        )
      } else if previous == "moof" ? !unused.isEmpty : isAmong(unused, data) {
        findings.add(
          at: place, offset: unused[0].lowerBound,
          "no track and no item uses \(count) of it, from byte \(unused[0].lowerBound) on in \(counted(unused.count, "place")): what describes them is lost"
        )
      }
    }
  }

  /// Whether unused parts are everywhere among used ones: a movie that was trimmed, and not written again, has them at
  /// the start, at the end, and near the cuts.
  private static func isAmong(_ unused: [Range<Int>], _ data: Range<Int>) -> Bool {
    guard unused.count >= fewestParts else { return false }
    let used = unused.gaps(in: data).map(\.count)
    return (used.max() ?? 0) <= used.reduce(0, +) / 2
  }
}

extension ExaminedFile {
  /// The ranges of samples and items, in order; nil if not all of them are known.
  fileprivate var usedMedia: [Range<Int>]? {
    var used = heif?.usedMedia ?? []
    let segment = movie == nil ? MovieFile(segment: boxes) : nil
    if let movie = movie ?? segment {
      // The initialization segment of a segment can state the sizes of its samples.
      let hasSizes = trackFragments.allSatisfy { $0.runs.allSatisfy { $0.bytes > 0 } }
      guard movie.refusal == nil, segment == nil || hasSizes else { return nil }
      used += movie.usedMedia(in: bytes.fileOffset..<end)
    } else if heif == nil {
      return nil
    }
    return used.joined
  }
}

extension Bytes {
  /// Whether all of them are 0, or all are 0xFF.
  fileprivate var isFilling: Bool { firstRun(ofAtLeast: count) != nil }
}

import FileKind
import HEIF
import ISOBMFF
import Movie

enum ZeroFilledTail: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.1.1"
  static let sentence =
    "Media data does not end with a long run of zeros, as after interrupted copies and "
    + "failed cards."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    if file.kind == .unknown {
      guard file.bytes.count >= 16, zeros(atEndOf: file.bytes) == file.bytes.count else { return }
      findings.add(
        offset: file.bytes.fileOffset,
        "all \(counted(file.bytes.count, "byte")) of the file are zero: nothing is left of it; copy it again"
      )
      return
    }
    guard let last = file.walk.last(where: { $0.container == nil }), last.type == "mdat" else {
      return
    }
    let count = zeros(atEndOf: last.bytes)
    guard count >= 4096, !arePlainSamples(last.end - count, in: file) else { return }
    findings.add(
      at: last, offset: last.end - count,
      "the last \(counted(count, "byte")) of the file are zero: the copy was probably interrupted, and the end of the "
        + "picture or movie is lost")
  }

  /// Whether the byte at `offset` belongs to samples that are not compressed: there zeros are black, transparent or
  /// silent.
  private static func arePlainSamples(_ offset: Int, in file: ExaminedFile) -> Bool {
    let pictures = file.images.filter { ["unci", "mski"].contains($0.type) }
    let ranges = pictures.flatMap { (try? file.heif?.placement(of: $0.id)) ?? [] }
    if ranges.contains(where: { $0.contains(offset) }) { return true }
    let place = UInt64(clamping: offset)
    return file.sampleTables.contains { track in
      track.entries.contains { isPlain($0.box) }
        && track.chunks.contains { $0.start <= place && place < $0.end }
    }
  }

  private static func isPlain(_ entry: Box) -> Bool {
    if let sound = entry[AudioSampleEntry.self] { return PCMFormat(entry.type, sound) != nil }
    return CodedData.plainVideo.contains(entry.type)
  }

  private static func zeros(atEndOf bytes: Bytes) -> Int {
    bytes.reversed().prefix { $0 == 0 }.count
  }
}

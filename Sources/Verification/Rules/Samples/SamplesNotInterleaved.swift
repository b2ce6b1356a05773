import ISOBMFF
import Movie

enum SamplesNotInterleaved: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §6.2.3"
  static let sentence = "Sound and pictures of the same time are close together."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard !file.isFragmented else { return }
    let tables = file.sampleTables.filter {
      ["vide", "soun"].contains($0.track.handlerType) && ($0.track.duration ?? 0) > 2
    }
    let spans = tables.compactMap {
      track -> (track: ExaminedSampleTables, start: UInt64, end: UInt64)? in
      guard let start = track.chunks.map(\.start).min(), let end = track.chunks.map(\.end).max(),
        end - start >= 1 << 14
      else { return nil }
      return (track, start, end)
    }
    for (index, span) in spans.enumerated() {
      for other in spans[..<index]
      where other.track.track.handlerType != span.track.track.handlerType
        && (other.end <= span.start || span.end <= other.start)
      {
        findings.add(
          at: span.track.place,
          "the samples of track \(span.track.id) do not alternate with those of track \(other.track.id): "
            + "a program has to jump back and forth to play the movie")
        break
      }
    }
  }
}

import ISOBMFF
import Movie

enum StscSampleCount: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.7.4"
  static let sentence = "The chunks of a track have all of its samples, and no more."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track["stsc"], let samples = track.sampleCount,
        track.samplesInChunks != samples
      else { continue }
      let count = track.samplesInChunks.map { grouped($0) } ?? "more than can be counted"
      findings.add(
        at: place,
        "track \(track.id) has \(counted(samples, "sample")), but its "
          + "\(counted(track.chunkTable.offsets.count, "chunk has", "chunks have")) "
          + "\(count): the place of the others is unknown")
    }
  }
}

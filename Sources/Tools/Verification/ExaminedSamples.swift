import AVC
import HEVC
import ISOBMFF
import Movie

/// Samples of video that consist of NAL units, each with a length before it: some samples of each track.
struct ExaminedSamples {
  let track: ExaminedSampleTables
  /// The box for findings: the sample entry.
  let entry: ExaminedBox
  /// The bytes of a length.
  let lengthSize: Int
  /// NAL units of the sample entry.
  let parameterSets: Set<Bytes>
  let samples: [Bytes]

  /// The first and the last sample of each track of HEVC or AVC that is not encrypted.
  static func all(in file: ExaminedFile) -> [ExaminedSamples] {
    file.sampleTables.compactMap { track in
      guard track.entries.count == 1, let entry = track.entries.first,
        let configuration = configuration(of: entry.box)
      else { return nil }
      // The first and the last sample of the tables, and the first one of the fragments.
      let count = track.track.tableSampleCount
      let samples = Set([0, count - 1, count]).sorted().compactMap {
        track.track.samples.sample(at: $0)
      }
      return ExaminedSamples(
        track: track, entry: entry, lengthSize: configuration.lengthSize,
        parameterSets: Set(configuration.sets),
        samples: samples.filter { $0.location == .file(0) }
          .compactMap { file.bytes.part($0.fileRange) })
    }
  }

  private static func configuration(of entry: Box) -> (lengthSize: Int, sets: [Bytes])? {
    switch entry.type {
    case "hvc1", "hev1", "dvh1", "dvhe":
      entry.children.first(HEVCConfigurationBox.self).map {
        (Int($0.record.lengthSizeMinusOne) + 1, $0.record.arrays.flatMap(\.nalUnits))
      }
    case "avc1", "avc3", "dva1", "dvav":
      entry.children.first(AVCConfigurationBox.self).map {
        ($0.record.lengthSize, $0.record.nalUnits)
      }
    default: nil
    }
  }
}

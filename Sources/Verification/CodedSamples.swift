import AVC
import HEVC
import ISOBMFF
import Movie

/// Samples of video that are NAL units, each behind its length: some of each track.
struct CodedSamples {
  let track: SampleTables
  /// Where to report: the sample entry.
  let entry: PlacedBox
  /// The bytes of a length.
  let lengthSize: Int
  /// NAL units of the sample entry.
  let parameterSets: Set<Bytes>
  let samples: [Bytes]

  /// The first and the last sample of each track of HEVC or AVC that is not encrypted.
  static func all(in file: VerifiedFile) -> [CodedSamples] {
    file.sampleTables.compactMap { track in
      guard track.entries.count == 1, let entry = track.entries.first,
        let configuration = configuration(of: entry.box)
      else { return nil }
      let last = (track.sampleCount ?? 0) - 1
      let numbers = last > 0 ? [0, last] : last == 0 ? [0] : []
      return CodedSamples(
        track: track, entry: entry, lengthSize: configuration.lengthSize,
        parameterSets: Set(configuration.sets),
        samples: numbers.compactMap { track.sample($0) } + fragmentSamples(of: track.id, in: file))
    }
  }

  /// The first sample in fragments.
  private static func fragmentSamples(of id: UInt32, in file: VerifiedFile) -> [Bytes] {
    for track in file.fragments.lazy.flatMap(\.tracks) where track.trackID == id {
      guard let run = track.runs.first, !run.box.samples.isEmpty,
        let start = Int(exactly: run.start), start >= 0
      else { continue }
      let column = run.box.samples.columns.firstIndex { $0.name == "sample_size" }
      let size = column.map { run.box.samples[0, $0] } ?? Int64(track.sampleSize ?? 0)
      let (end, overflow) = start.addingReportingOverflow(Int(size))
      return overflow ? [] : file.bytes.part(start..<end).map { [$0] } ?? []
    }
    return []
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

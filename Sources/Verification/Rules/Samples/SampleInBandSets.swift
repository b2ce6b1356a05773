import HEVC
import ISOBMFF
import Movie

enum SampleInBandSets: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-15 §5.4.2.1, §8.4.1"
  static let sentence =
    "The samples of avc1 and hvc1 have no parameter sets except those of the sample entry."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in ExaminedSamples.all(in: file) {
      guard let isParameterSet = parameterSets[track.entry.type] else { continue }
      for sample in track.samples {
        guard
          let units = try? LengthPrefixed.nalUnits(in: sample, lengthSize: track.lengthSize),
          let unit = units.first(where: {
            ($0.first.map(isParameterSet) ?? false) && !track.parameterSets.contains($0)
          })
        else { continue }
        findings.add(
          at: track.entry, offset: unit.fileOffset,
          "the sample of track \(track.track.id) at byte \(sample.fileOffset) has parameter sets of its own, which "
            + "'\(track.entry.type)' rules out: programs may use only those of the sample entry")
        break
      }
    }
  }

  /// Whether the first byte of a NAL unit is that of a parameter set.
  private static let parameterSets: [FourCC: @Sendable (UInt8) -> Bool] = [
    "hvc1": { (32...34).contains($0 >> 1 & 63) },
    "avc1": { [7, 8].contains($0 & 31) },
  ]
}

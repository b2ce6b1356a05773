import HEVC
import ISOBMFF
import Movie

enum SampleNALLengthOverrun: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-15 §4.3.3"
  static let sentence = "The lengths before the NAL units of a sample add up to the sample."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in ExaminedSamples.all(in: file) {
      for sample in track.samples {
        do throws(FieldError) {
          _ = try LengthPrefixed.nalUnits(in: sample, lengthSize: track.lengthSize)
        } catch {
          findings.add(
            at: track.entry, offset: error.offset,
            "the sample of track \(track.track.id) at byte \(sample.fileOffset) is not a chain of NAL "
              + "units: at byte \(error.offset): \(error.reason)")
        }
      }
    }
  }
}

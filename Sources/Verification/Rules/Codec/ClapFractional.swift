import HEIF
import ISOBMFF

enum ClapFractional: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §12.1.4, ISO/IEC 23000-22 §7.3.6.7"
  static let sentence = "The clean aperture starts and ends between two samples, not within one."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for item in file.images {
      guard let size = item.statedSize else { continue }
      for property in item.properties {
        guard let clap = property.box[CleanApertureBox.self],
          !startsAtSample(size.width, clap.widthN, clap.widthD, clap.horizOffN, clap.horizOffD)
            || !startsAtSample(
              size.height, clap.heightN, clap.heightD, clap.vertOffN, clap.vertOffD)
        else { continue }
        file.report(
          property, of: item, &findings,
          "has a clean aperture (clap) that starts or ends within a sample: programs round it differently"
        )
      }
    }
  }

  /// Whether the first and the last of `length` samples around the centre of `whole`, moved by `offset`, are whole.
  private static func startsAtSample(
    _ whole: Int, _ lengthN: UInt32, _ lengthD: UInt32, _ offsetN: Int32, _ offsetD: UInt32
  ) -> Bool {
    // With a denominator of 0 it is invalid already.
    guard lengthD > 0, offsetD > 0 else { return true }
    let (lengthD, offsetD) = (Int128(lengthD), Int128(offsetD))
    guard Int128(lengthN) % lengthD == 0 else { return false }
    // 2 · start = whole - length + 2 · offset, over both denominators.
    let start =
      (Int128(whole) * lengthD - Int128(lengthN)) * offsetD + 2 * Int128(offsetN) * lengthD
    return start % (2 * lengthD * offsetD) == 0
  }
}

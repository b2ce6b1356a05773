import HEIF
import ISOBMFF

enum ClapOutside: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §12.1.4"
  static let sentence = "The clean aperture is inside the picture."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for item in file.images {
      guard let size = item.statedSize else { continue }
      for property in item.properties {
        guard let clap = property.box[CleanApertureBox.self] else { continue }
        let isInside =
          isInside(size.width, clap.widthN, clap.widthD, clap.horizOffN, clap.horizOffD)
          && isInside(size.height, clap.heightN, clap.heightD, clap.vertOffN, clap.vertOffD)
        if isInside { continue }
        file.report(
          property, of: item, &findings,
          "has a clean aperture (clap) that is not inside its \(size.width) × \(size.height) samples"
        )
      }
    }
  }

  /// Whether `length` samples around the centre, moved by `offset`, are within `whole`.
  private static func isInside(
    _ whole: Int, _ lengthN: UInt32, _ lengthD: UInt32, _ offsetN: Int32, _ offsetD: UInt32
  ) -> Bool {
    // With a denominator of 0 it is invalid already.
    guard lengthD > 0, offsetD > 0, lengthN > 0 else { return true }
    // 2 · |offset| + length <= whole, over both denominators.
    let offset = Int128(offsetN).magnitude * 2 * UInt128(lengthD)
    let length = UInt128(lengthN) * UInt128(offsetD)
    return offset + length <= UInt128(whole) * UInt128(lengthD) * UInt128(offsetD)
  }
}

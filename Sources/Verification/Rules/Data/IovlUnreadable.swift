import HEIF
import ISOBMFF

enum IovlUnreadable: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.6.2.2"
  static let sentence =
    "The data of an overlay is its version, flags, colour, size and the place of each input."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for (item, overlay) in file.overlays {
      switch overlay {
      case .failure(let error): file.report(item, &findings, "cannot be read: \(error.reason)")
      case .success(let overlay) where overlay.version != 0:
        file.report(item, &findings, "is an overlay of the unknown version \(overlay.version)")
      case .success: continue
      }
    }
  }
}

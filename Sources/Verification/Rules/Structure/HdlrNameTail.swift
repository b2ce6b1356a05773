import HEIF
import ISOBMFF

enum HdlrNameTail: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §8.4.3"
  static let sentence = "The name of a handler ends with one zero byte, and nothing follows."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.heif != nil, let place = file.metaBox("hdlr"),
      let name = place.box[HandlerBox.self]?.name, name.form == .terminated, name.tailCount != 1
    else { return }
    findings.add(
      at: place, field: ["name"],
      name.tailCount == 0
        ? "the handler's name has no zero byte at its end"
        : "\(counted(name.tailCount - 1, "more byte follows", "more bytes follow")) the handler's name, which ends with its first zero byte"
    )
  }
}

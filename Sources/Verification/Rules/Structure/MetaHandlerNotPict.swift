import HEIF
import ISOBMFF

enum MetaHandlerNotPict: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.2"
  static let sentence = "The handler of a meta box with images is pict."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard !file.images.isEmpty, let place = file.metaBox("hdlr"),
      let handler = place.box[HandlerBox.self], handler.handlerType != "pict"
    else { return }
    findings.add(
      at: place, field: ["handler_type"],
      "the handler of the items is '\(handler.handlerType)' where pictures have 'pict': programs will "
        + "not look for pictures in them")
  }
}

import ISOBMFF

enum IspeZero: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.5.3"
  static let sentence = "The width and the height in ispe are not 0."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.all(at: "meta", "iprp", "ipco", "ispe") {
      guard let size = place.box[ImageSpatialExtentsProperty.self],
        size.width == 0 || size.height == 0
      else { continue }
      findings.add(at: place, "a picture is said to have \(size.width) × \(size.height) samples")
    }
  }
}

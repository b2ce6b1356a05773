import AV1
import HEIF
import ISOBMFF

enum AV1UnitsInvalid: Rule {
  static let severity = Severity.error
  static let clause = "AV1 Image File Format §2.1, AV1 Bitstream §5.3"
  static let sentence = "The data of an AV1 image is a sequence of OBUs, with one sequence header."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let place = file.metaBox("iloc") else { return }
    for use in file.av1Uses {
      let title = file.title(of: use.item.id)
      let field = [file.locationField(of: use.item.id)]
      switch use.units {
      case .failure(let error):
        findings.add(
          at: place, field: field + error.path, offset: error.offset,
          "the data of \(title) is not a sequence of OBUs: at byte \(error.offset): \(error.reason)"
        )
      case .success(let units):
        if units.contains(where: \.header.forbiddenBit) {
          findings.add(
            at: place, field: field, offset: use.data.fileOffset,
            "the data of \(title) is not a sequence of OBUs: the forbidden bit is set")
          continue
        }
        let headers = units.count { $0.header.type == .sequenceHeader }
        guard headers != 1 else { continue }
        findings.add(
          at: place, field: field, offset: use.data.fileOffset,
          "the data of \(title) has "
            + (headers == 0
              ? "no sequence header: it cannot be decoded" : "\(headers) sequence headers"))
      }
    }
  }
}

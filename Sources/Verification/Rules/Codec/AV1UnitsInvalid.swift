import AV1
import HEIF
import ISOBMFF

enum AV1UnitsInvalid: Rule {
  static let severity = Severity.error
  static let clause = "AV1 Image File Format §2.1, AV1 Bitstream §5.3"
  static let sentence = "The data of an AV1 image has one sequence header."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let place = file.metaBox("iloc") else { return }
    for use in file.av1Uses {
      let title = file.title(of: use.item.id)
      let field = [file.locationField(of: use.item.id)]
      // Other units are damage.
      guard case .success(let units) = use.units, CodedData(use.item)?.damage(in: use.data) == nil
      else { continue }
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

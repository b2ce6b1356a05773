import HEIF
import ISOBMFF

enum AV1UnitsInvalid: Rule {
  static let id = "av1-units-invalid"
  static let severity = Severity.error
  static let clause = "AV1 Image File Format §2.1, AV1 Bitstream §5.3"
  static let sentence =
    "The data of an AV1 image is a sequence of OBUs, with one sequence header at most."

  static func check(_ file: VerifiedFile, _ findings: inout Findings) {
    guard let heif = file.heif, let place = file.metaBox("iloc") else { return }
    for item in heif.items where item.type == "av01" && item.entry.protectionIndex == 0 {
      guard let data = try? heif.data(of: item.id) else { continue }
      do throws(FieldError) {
        let types = try OpenBitstreamUnit.types(in: data)
        let headers = types.count { $0 == OpenBitstreamUnit.sequenceHeader }
        if headers == 1 { continue }
        findings.add(
          at: place, field: ["item \(item.id)"], offset: data.fileOffset,
          "the data of \(file.title(of: item.id)) has \(headers == 0 ? "no sequence header" : "\(headers) sequence headers")"
        )
      } catch {
        findings.add(
          at: place, field: ["item \(item.id)"] + error.path, offset: error.offset,
          "the data of \(file.title(of: item.id)) is not a sequence of OBUs: at byte \(error.offset), "
            + "\(error.reason)")
      }
    }
  }
}

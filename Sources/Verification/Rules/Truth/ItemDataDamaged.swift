import HEIF
import ISOBMFF

enum ItemDataDamaged: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.2, ISO/IEC 14496-15 §4.3.3, ITU-T T.81 §F.2, §G.2"
  static let sentence =
    "The data of a coded image is what an encoder writes: units that fill it, and codes without long runs of zeros."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif, let place = file.metaBox("iloc") else { return }
    var budget = file.itemByteBudget
    for item in heif.items {
      guard budget > 0, let coded = CodedData(item), let data = try? heif.data(of: item.id) else {
        continue
      }
      budget -= data.count
      guard let damage = coded.damage(in: data) else { continue }
      findings.add(
        at: place, field: [file.locationField(of: item.id)], offset: damage.offset,
        "\(file.title(of: item.id)) is damaged: \(damage.words); use another copy of the file")
    }
  }
}

import HEIF
import ISOBMFF

enum ItemZeroFilled: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.2"
  static let sentence = "The data of a coded image is not all zeros."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif, let place = file.metaBox("iloc") else { return }
    var budget = file.itemByteBudget
    for item in file.images where item.type != "unci" && item.type != "mski" {
      guard let ranges = try? heif.placement(of: item.id) else { continue }
      let parts = ranges.compactMap {
        file.bytes.part(
          $0.lowerBound - file.bytes.fileOffset..<$0.upperBound - file.bytes.fileOffset)
      }
      let size = parts.reduce(0) { $0 + $1.count }
      budget -= size
      guard size >= 16, budget >= 0, parts.allSatisfy({ part in part.allSatisfy { $0 == 0 } })
      else { continue }
      findings.add(
        at: place, field: [file.locationField(of: item.id)], offset: ranges[0].lowerBound,
        "all \(counted(size, "byte")) of \(file.title(of: item.id)) are zero: it is lost; copy the file again"
      )
    }
  }
}

import HEIF
import ISOBMFF

enum IlocExtentPastEnd: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.3"
  static let sentence = "The data of an item lies within the file."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    ItemPlacement.report(file, &findings) { item, problem in
      guard case .pastEnd(.file, _, _, _) = problem, let location = item.location else {
        return nil
      }
      var total = Int128(0)
      var missing = Int128(0)
      for extent in location.extents {
        let start = Int128(location.baseOffset) + Int128(extent.offset)
        let end = start + Int128(extent.length)
        total += Int128(extent.length)
        missing += max(0, end - max(start, Int128(file.end)))
      }
      let part =
        missing == total
        ? "all of its \(grouped(total))" : "\(grouped(missing)) of its \(grouped(total))"
      return
        "has lost \(part) bytes: they would be after the end of the file at byte \(file.end)"
    }
  }
}

import HEIF
import ISOBMFF

enum IlocExtentInStructure: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.3"
  static let sentence = "The data of items is not among the boxes that describe the file."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif, let place = file.metaBox("iloc") else { return }
    let structure = file.walk.filter {
      $0.container == nil && ["ftyp", "meta", "moov"].contains($0.type)
    }
    for item in heif.items where item.location?.constructionMethod == 0 {
      for range in (try? heif.placement(of: item.id)) ?? [] where !range.isEmpty {
        guard
          let box = structure.first(where: {
            $0.offset < range.upperBound && range.lowerBound < $0.end
          })
        else { continue }
        // Some writers count from the start of the file into idat.
        if let itemData = file.metaBox("idat"), itemData.offset <= range.lowerBound,
          range.upperBound <= itemData.end
        {
          continue
        }
        findings.add(
          at: place, field: [file.locationField(of: item.id)], offset: range.lowerBound,
          "the data of \(file.title(of: item.id)) should be bytes \(range.lowerBound) to "
            + "\(range.upperBound), but these are in the \(box.type) box")
        break
      }
    }
  }
}

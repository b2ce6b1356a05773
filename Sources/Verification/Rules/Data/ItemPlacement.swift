import HEIF
import ISOBMFF

/// The reasons why the data of items cannot be found; each reason has a rule.
enum ItemPlacement {
  /// Reports the items for which `sentence` returns a text, which continues a sentence that starts with "item 3".
  static func report(
    _ file: ExaminedFile, _ findings: inout Findings,
    _ sentence: (Item, ItemMisplacement) -> String?
  ) {
    guard let iloc = file.metaBox("iloc") else { return }
    for (item, problem) in file.misplacedItems {
      guard let sentence = sentence(item, problem) else { continue }
      findings.add(
        at: iloc, field: [file.locationField(of: item.id)], "\(file.title(of: item.id)) \(sentence)"
      )
    }
  }
}

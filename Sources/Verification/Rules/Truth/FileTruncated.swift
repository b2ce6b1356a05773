import HEIF
import ISOBMFF

enum FileTruncated: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §4.2.2"
  static let sentence =
    "The file is as long as its last box says; an interrupted copy is shorter."
  static let concernsReading = true

  /// The last box at the top of the file, if its stated size is greater than the number of its bytes.
  static func cutBox(of file: ExaminedFile) -> (place: ExaminedBox, size: UInt64)? {
    guard let last = file.walk.last(where: { $0.container == nil }), last.end == file.end,
      let size = last.box.statedSize
    else { return nil }
    return (last, size)
  }

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    if let lost = file.boxes.lostFragments {
      findings.add(
        offset: lost.fileOffset,
        "\(counted(lost.count, "byte")) after the last fragment are no boxes: more fragments were there, or should "
          + "be; copy the file again, or let boxwalk repair find what is left of them")
    }
    guard let (place, size) = cutBox(of: file) else { return }
    let missing = size - UInt64(place.bytes.count)
    let items = file.heif?.items.count ?? 0
    let lost = file.misplacedItems.count
    let loss = lost > 0 ? ", of \(lost) of its \(items) items" : ""
    findings.add(
      at: place,
      "the file ends at byte \(file.end), in the middle of its \(place.type) box of \(counted(size, "byte")): "
        + "\(counted(missing, "byte is", "bytes are")) missing\(loss); copy the file again from where it came from"
    )
  }
}

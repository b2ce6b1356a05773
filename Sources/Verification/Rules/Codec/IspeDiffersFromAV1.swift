import AV1
import HEIF
import ISOBMFF

enum IspeDiffersFromAV1: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §6.5.3, AV1 Image File Format §2.1"
  static let sentence = "The size in ispe is that of the decoded AV1 picture."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for use in file.av1Uses {
      // Layers may be smaller than the sequence allows, and the stated size is that of one layer.
      guard let sequence = use.sequence, sequence.isReduced || sequence.isStillPicture,
        let stated = use.item.statedSize,
        !use.item.properties.contains(where: { ["lsel", "a1op", "a1lx"].contains($0.box.type) }),
        let property = use.item.properties.first(where: { $0.box.type == "ispe" })
      else { continue }
      let size = sequence.maxFrameSize
      guard stated.width != size.width || stated.height != size.height else { continue }
      file.report(
        property, of: use.item, &findings,
        "is said to be \(stated.width) × \(stated.height), but is coded as \(size.width) × "
          + "\(size.height)")
    }
  }
}

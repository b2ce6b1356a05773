import HEIF
import ISOBMFF

/// Rules about JPEG 2000.
extension Rules {
  static let jpeg2000: [FileRule] = [
    jp2CodestreamIncomplete,
    jp2HeaderIncomplete,
    jp2TilePartOutside,
  ]

  static let jp2CodestreamIncomplete = FileRule(
    "jp2-codestream-incomplete", .warning, "ISO/IEC 15444-1 §A.2",
    "A JPEG 2000 codestream starts with SOC and SIZ, and ends with EOC."
  ) { file, findings in
    guard Rules.truncatedBox(of: file) == nil else { return }
    for box in file.all(at: "jp2c") {
      guard let stream = box.box.sourcePayload else { continue }
      if !stream.prefix(4).elementsEqual([0xFF, 0x4F, 0xFF, 0x51]) {
        findings.add(at: box, "the codestream does not start with SOC and SIZ")
      } else if !stream.suffix(2).elementsEqual([0xFF, 0xD9]) {
        findings.add(
          at: box, offset: box.end,
          "the codestream has no end (EOC): the image is truncated or damaged")
      }
    }
  }

  static let jp2HeaderIncomplete = FileRule(
    "jp2-header-incomplete", .error, "ISO/IEC 15444-1 §I.5.3",
    "The header of a JPEG 2000 image (jp2h) has whole boxes: ihdr and colr."
  ) { file, findings in
    for box in file.all(at: "jp2h") {
      guard let payload = box.box.sourcePayload else { continue }
      let inside = BoxFile(payload)
      let resolution = inside.boxes.first("res ")?.sourcePayload.map { BoxFile($0) }
      for error in inside.findings + (resolution?.findings ?? []) {
        findings.add(at: box, field: error.path, offset: error.offset, "\(error.reason)")
      }
      let missing = (["ihdr", "colr"] as [FourCC]).filter { inside.boxes.first($0) == nil }
      guard !missing.isEmpty else { continue }
      findings.add(
        at: box,
        "the header of the image has no \(missing.map { "\($0)" }.joined(separator: ", ")): "
          + "programs refuse it")
    }
  }

  static let jp2TilePartOutside = FileRule(
    "jp2-tile-part-outside", .error, "ISO/IEC 15444-1 §A.4.2",
    "Each tile-part of a JPEG 2000 codestream ends where the next one starts, or at its end."
  ) { file, findings in
    /// More than images have.
    let mostParts = 1_000_000

    func problem(in stream: Bytes) -> String? {
      var (position, part) = (2, 0)
      while part < mostParts, let marker = stream.number(at: position, size: 2) {
        switch marker {
        case 0xFFD9: return nil
        case 0xFF90:
          // SOT: the length counts from the marker; 0 is the rest of the codestream.
          guard let length = stream.number(at: position + 6, size: 4), length != 0 else {
            return nil
          }
          part += 1
          let left = stream.count - position
          guard length <= left else {
            return
              "tile-part \(part) has \(length) bytes, but only \(left) are left: the image is truncated or damaged"
          }
          guard length >= 14 else {
            return "tile-part \(part) has \(length) bytes, fewer than its header"
          }
          position += length
        default:
          guard part == 0 else { return "no tile-part starts where tile-part \(part) ends" }
          guard marker >= 0xFF00, let length = stream.number(at: position + 2, size: 2), length >= 2
          else { return nil }
          position += 2 + length
        }
      }
      return nil
    }

    guard Rules.truncatedBox(of: file) == nil else { return }
    for box in file.all(at: "jp2c") {
      guard let stream = box.box.sourcePayload, let problem = problem(in: stream) else {
        continue
      }
      findings.add(at: box, problem)
    }
    guard let heif = file.heif else { return }
    for item in heif.items where item.type == "j2k1" {
      guard let stream = try? heif.data(of: item.id), let problem = problem(in: stream) else {
        continue
      }
      file.report(item, &findings, problem)
    }
  }
}

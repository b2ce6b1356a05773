import HEIF
import ISOBMFF

enum Jp2TilePartOutside: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 15444-1 §A.4.2"
  static let sentence =
    "Each tile-part of a JPEG 2000 codestream ends where the next one starts, or at its end."

  /// More than pictures have.
  private static let mostParts = 1_000_000

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard FileTruncated.cutBox(of: file) == nil else { return }
    for place in file.all(at: "jp2c") {
      guard let stream = place.box.sourcePayload, let problem = problem(in: stream) else {
        continue
      }
      findings.add(at: place, problem)
    }
    guard let heif = file.heif else { return }
    for item in heif.items where item.type == "j2k1" {
      guard let stream = try? heif.data(of: item.id), let problem = problem(in: stream) else {
        continue
      }
      file.report(item, &findings, problem)
    }
  }

  private static func problem(in stream: Bytes) -> String? {
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
            "tile-part \(part) has \(length) bytes, but only \(left) are left: the picture is cut off or damaged"
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
}

import FieldCoding
import ISOBMFF

enum HlsSpliceUnreadable: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.5.1.1, ANSI/SCTE 35 §9.6"
  static let sentence =
    "SCTE35-CMD, SCTE35-OUT and SCTE35-IN are messages of SCTE 35 in hexadecimal digits."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for playlist in stream.playlists {
      for tag in playlist.media.dateRanges {
        let attributes = tag.attributes
        for name in ["SCTE35-CMD", "SCTE35-OUT", "SCTE35-IN"] {
          guard let text = attributes[name], let problem = problem(text) else { continue }
          findings.add(in: playlist.name, line: tag.line, "\(name) \(problem)")
        }
      }
    }
  }

  private static func problem(_ text: String) -> String? {
    guard text.hasPrefix("0x") || text.hasPrefix("0X") else { return "does not begin with 0x" }
    let digits = text.dropFirst(2).map(\.hexDigitValue)
    let values = digits.compactMap { $0 }
    guard values.count == digits.count, values.count % 2 == 0 else {
      return "is not a hexadecimal number of whole bytes"
    }
    let bytes = stride(from: 0, to: values.count, by: 2).map {
      UInt8(values[$0] << 4 | values[$0 + 1])
    }
    return SpliceInfoSection.problem(in: Bytes(bytes))
  }
}

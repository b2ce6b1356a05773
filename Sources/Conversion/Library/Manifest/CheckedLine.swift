import FieldCoding
import Files
package import Text
package import WorkerClient

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Lines of JSON whose last member, `check`, is the CRC-32 of all bytes before it, so that a damaged line is recognised.
///
/// Lines of older versions do not have it.
package enum CheckedLine {
  private static let key = Array(#","check":""#.utf8)
  private static let end = Array(#""}"#.utf8)

  /// The last member of a line that begins with these bytes.
  fileprivate static func check(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var checksum = CRC32()
    checksum.add(bytes)
    let digits = String(checksum.value, radix: 16)
    return key + String(repeating: "0", count: 8 - digits.utf8.count).utf8 + digits.utf8 + end
  }

  /// Whether a line, without its end, has the right checksum, or none.
  static func isIntact(_ line: [UInt8]) -> Bool {
    let count = key.count + 8 + end.count
    guard line.count > count, line.suffix(count).starts(with: key) else { return true }
    return line.suffix(count).elementsEqual(check(line.dropLast(count)))
  }

  /// The schema of a line that has another version of a schema; nil if the line is none.
  static func otherVersion(of schema: String, in line: [UInt8]) -> String? {
    guard let found = Schema(json: line)?.schema, found != schema else { return nil }
    return found.splitAtName.folder == schema.splitAtName.folder ? found : nil
  }

  /// Throws for an undamaged line with another version of a schema: this version does not know what the line says, and
  /// must not take it away.
  package static func requireVersion(
    of schema: String, _ line: [UInt8], _ path: String
  ) throws(ConversionError) {
    guard let found = otherVersion(of: schema, in: line), isIntact(line) else { return }
    throw ConversionError(
      .output,
      "\(path) has lines of another version of Boxwalk (\(printable(found))), which stay: use that version, or another folder"
    )
  }

  private struct Schema: Decodable {
    var schema: String
  }
}

extension JSONValue {
  /// The object as a line that ends with its checksum.
  package var checkedLine: [UInt8] {
    let members = line.dropLast(2)
    return Array(members) + CheckedLine.check(members) + [UInt8(ascii: "\n")]
  }
}

extension Decodable {
  /// Reads JSON. Nil if it is not one whole value of this type.
  package init?(json: some Collection<UInt8>) {
    guard let value = try? JSONDecoder().decode(Self.self, from: Data(json)) else { return nil }
    self = value
  }

  /// Reads a line, with its end or without. Nil if it is damaged, or not one whole value of this type.
  package init?(checkedLine line: some Collection<UInt8>) {
    var line = Array(line)
    if line.last == UInt8(ascii: "\n") { line.removeLast() }
    guard CheckedLine.isIntact(line) else { return nil }
    self.init(json: line)
  }
}

import ISOBMFF
import JSON

/// ICC profiles (ISO 15076-1), as far as their name.
enum ICCProfile {
  /// The entry for a picture of which no more is known than its profile.
  static func entry(_ profile: Bytes) -> ReportEntry {
    let name = name(profile)
    return ReportEntry(
      "colour", "Colour",
      .object([("profile", .string(name)), ("profileBytes", .int(profile.count))]), text(profile))
  }

  /// `Display P3 (ICC profile, 548 bytes)`
  static func text(_ profile: Bytes) -> String {
    "\(name(profile) ?? "unnamed") (ICC profile, \(counted(profile.count, "byte")))"
  }

  /// The text of the `desc` tag; nil if there is none, or it is empty.
  static func name(_ profile: Bytes) -> String? {
    let name = description(profile)?.prefix { $0 != "\0" }
    return name.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : String($0) }
  }

  private static func description(_ profile: Bytes) -> String? {
    var reader = ByteReader(profile)
    guard (try? reader.read(bytes: 128)) != nil, let count = try? reader.read(bits: 32) else {
      return nil
    }
    for _ in 0..<min(count, 100) {
      guard let tag = try? reader.read(bits: 32), let offset = try? reader.read(bits: 32),
        let size = try? reader.read(bits: 32)
      else { return nil }
      guard FourCC(rawValue: UInt32(truncatingIfNeeded: tag)) == "desc" else { continue }
      return profile.part(Int(offset)..<Int(offset + size)).flatMap(words)
    }
    return nil
  }

  /// A `desc` (version 2) or `mluc` (version 4) tag.
  private static func words(_ tag: Bytes) -> String? {
    guard let type = tag.part(0..<4) else { return nil }
    func number(at offset: Int) -> Int? {
      tag.part(offset..<offset + 4)?.reduce(0) { $0 << 8 | Int($1) }
    }
    if type.elementsEqual("desc".utf8) {
      guard let length = number(at: 8), length > 0 else { return nil }
      return tag.part(12..<12 + length - 1).map { String(decoding: $0, as: UTF8.self) }
    }
    if type.elementsEqual("mluc".utf8) {
      guard let length = number(at: 20), let offset = number(at: 24) else { return nil }
      return tag.part(offset..<offset + length).map { bytes in
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
          UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }
        return String(decoding: units, as: UTF16.self)
      }
    }
    return nil
  }
}

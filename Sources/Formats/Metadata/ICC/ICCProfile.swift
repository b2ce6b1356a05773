/// A colour profile: a header, and tags that give its numbers their meaning (ICC.1:2022 §7).
public struct ICCProfile: Sendable {
  /// A tag, as the table of tags has it.
  public struct Tag: Sendable {
    /// The signature of the tag: `rXYZ`.
    public var signature: FourCC
    /// The bytes from its type on; several tags may have the same.
    public var data: Bytes
  }

  /// All the bytes of the profile.
  public let bytes: Bytes
  /// The tags whose bytes are in the profile, in the order of the table.
  public let tags: [Tag]

  /// Real profiles have up to forty tags.
  static let tagLimit = 256
  static let headerSize = 128

  /// Reads the table of tags. Nil for fewer bytes than those of a header.
  public init?(_ bytes: Bytes) {
    guard bytes.count >= ICCProfile.headerSize else { return nil }
    self.bytes = bytes
    let count = bytes.integer(at: ICCProfile.headerSize, size: 4, .big) ?? 0
    tags = (0..<Int(min(count, UInt64(ICCProfile.tagLimit)))).compactMap { index in
      let entry = ICCProfile.headerSize + 4 + index * 12
      guard let signature = bytes.integer(at: entry, size: 4, .big),
        let offset = bytes.integer(at: entry + 4, size: 4, .big),
        let size = bytes.integer(at: entry + 8, size: 4, .big),
        let data = bytes.slice(at: Int(offset), count: Int(size))
      else { return nil }
      return Tag(signature: FourCC(rawValue: UInt32(truncatingIfNeeded: signature)), data: data)
    }
  }

  /// Why bytes are not a colour profile, in words that follow "the colour profile" (§7.2); nil if they are.
  public static func problem(of bytes: Bytes) -> String? {
    let size = Int(bytes.integer(at: 0, size: 4, .big) ?? 0)
    if bytes.count < headerSize + 4 { return "has only \(counted(bytes.count, "byte"))" }
    guard bytes.part(36..<40)?.elementsEqual("acsp".utf8) == true else {
      return "does not have the signature acsp"
    }
    guard size <= bytes.count else {
      return "says that it has \(counted(size, "byte")), but only "
        + counted(bytes.count, "is there", "are there")
    }
    return nil
  }

  /// The first tag with a signature.
  public subscript(signature: FourCC) -> Bytes? {
    tags.first { $0.signature == signature }?.data
  }

  /// The name that is shown to people: the text of the `desc` tag, in the first of its languages. Nil
  /// if there is none, or nothing but spaces.
  public var name: String? {
    guard let tag = self["desc"], let type = tag.slice(at: 0, count: 4) else { return nil }
    func number(at offset: Int) -> Int? {
      tag.integer(at: offset, size: 4, .big).map { Int(truncatingIfNeeded: $0) }
    }
    var words: String?
    if type.elementsEqual("desc".utf8), let length = number(at: 8) {
      words = tag.slice(at: 12, count: length).map { String(decoding: $0, as: UTF8.self) }
    } else if type.elementsEqual("mluc".utf8), let length = number(at: 20),
      let offset = number(at: 24)
    {
      words = tag.slice(at: offset, count: length).map { String(utf16: $0) }
    }
    let name = words?.prefix { $0 != "\0" }
    return name.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : String($0) }
  }
}

extension String {
  /// Text in UTF-16, with the upper byte of each unit first.
  init(utf16 bytes: Bytes) {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    self.init(decoding: units, as: UTF16.self)
  }
}

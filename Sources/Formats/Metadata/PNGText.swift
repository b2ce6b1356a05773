public import FieldCoding

/// Inflates a zlib stream: the stream, and the most bytes that it may have. Nil if it cannot.
public typealias InflateUpTo = @Sendable ([UInt8], _ limit: Int) -> [UInt8]?

/// Decompresses data with a content encoding, such as `br` or `deflate`; nil if that is not known, or not possible.
public typealias DecodeContent = @Sendable (_ data: Bytes, _ encoding: String) -> Bytes?

/// A text with a keyword in a PNG file: a `tEXt`, `zTXt` or `iTXt` chunk (third edition, §11.3.3).
public struct PNGText: Sendable {
  /// What the text is, such as `Title`.
  public let keyword: String
  /// The text, or a zlib stream of it; nil if the chunk does not have the fields before it.
  fileprivate let data: Bytes?
  /// The fields before it.
  private let head: Bytes?
  fileprivate let isCompressed: Bool

  /// The offset of the flag of compression; nil if the type of the chunk says it.
  private let flag: Int?

  /// The keyword of an XMP packet (XMP specification part 3, §1.1.5).
  public static let xmpKeyword = "XML:com.adobe.xmp"
  /// The most bytes of an inflated text.
  package static let limit = 1 << 24

  /// Nil if the chunk is no text.
  public init?(_ chunk: PNGChunks.Chunk) {
    guard ["tEXt", "zTXt", "iTXt"].contains(chunk.type),
      let end = chunk.data.prefix(80).firstIndex(of: 0), let name = chunk.data.part(0..<end)
    else { return nil }
    keyword = String(decoding: name, as: UTF8.self)
    let start: Int?
    switch chunk.type {
    case "tEXt": (start, isCompressed) = (end + 1, false)
    // The method of compression.
    case "zTXt": (start, isCompressed) = (end + 2, true)
    default:
      // A flag and the method of compression, then language and translated keyword, each with a zero.
      let form = chunk.data.integer(at: end + 1, size: 2, .big)
      isCompressed = form == 0x100
      let language = form == 0 || isCompressed ? chunk.data.zero(from: end + 3) : nil
      start = language.flatMap { chunk.data.zero(from: $0 + 1) }.map { $0 + 1 }
    }
    data = start.flatMap { $0 <= chunk.data.count ? chunk.data.part($0..<chunk.data.count) : nil }
    head = start.flatMap { chunk.data.part(0..<$0) }
    flag = chunk.type == "iTXt" ? end + 1 : nil
  }

  /// The text; nil if it is damaged, or compressed and cannot be inflated.
  ///
  /// - Parameter inflate: inflates compressed texts.
  public func text(_ inflate: InflateUpTo? = nil) -> Bytes? {
    guard isCompressed else { return data }
    guard let inflate, let data, data.count <= PNGText.limit else { return nil }
    return inflate(Array(data), PNGText.limit).map { Bytes($0) }
  }
}

extension PNGText {
  /// The data of the chunk with another text, which is not compressed; nil if the chunk is of a type whose text is.
  package func data(withText text: [UInt8]) -> Bytes? {
    guard var bytes = head.map({ Array($0) }), !isCompressed || flag != nil else { return nil }
    if let flag { bytes[flag] = 0 }
    return Bytes(bytes + text)
  }
}

extension Bytes {
  /// The offset of the first zero from `start` on.
  fileprivate func zero(from start: Int) -> Int? { dropFirst(start).firstIndex(of: 0) }
}

extension PNGChunks.Chunk {
  /// The name of a colour profile and its zlib stream (`iCCP`, §11.3.2.3); nil if it does not have both.
  package var profile: (name: Bytes, stream: Bytes)? {
    // A zero and the method of compression are between them.
    guard type == "iCCP", let end = data.prefix(80).firstIndex(of: 0), end + 2 <= data.count,
      let name = data.part(0..<end), let stream = data.part(end + 2..<data.count)
    else { return nil }
    return (name, stream)
  }
}

extension PNGChunks {
  /// The zlib streams of colour profile and texts, with the types and names of their chunks, such as `zTXt Comment`.
  package var compressedMetadata: [(name: String, stream: Bytes)] {
    chunks.compactMap { chunk in
      if chunk.type == "iCCP" { return ("iCCP", chunk.profile?.stream ?? chunk.data) }
      guard let text = PNGText(chunk), text.isCompressed else { return nil }
      return ("\(chunk.type) \(text.keyword)", text.data ?? chunk.data)
    }
  }

  /// Whether an image is a PNG file with texts that can only be searched after they are inflated.
  package static func hasCompressedText(_ picture: Bytes) -> Bool {
    picture.has(signature)
      && PNGChunks(picture).chunks.contains { PNGText($0)?.isCompressed == true }
  }
}

/// The metadata that programs write as text into PNG files: XMP, and profiles in hexadecimal digits with keywords such as
/// `Raw profile type exif`, as ImageMagick, Exiv2 and GIMP write them.
public struct PNGTextMetadata: Sendable {
  /// The TIFF structure of Exif.
  public private(set) var exif: Bytes?
  /// The XMP packet.
  public private(set) var xmp: Bytes?
  /// Photoshop's resources, which hold IPTC metadata, or only these.
  public private(set) var resources: Bytes?
  /// A profile of another type.
  package private(set) var other: Bytes?
  /// The keywords of the chunks that hold ``exif`` and ``xmp``.
  public private(set) var keywords: Set<String> = []

  /// - Parameter inflate: inflates compressed texts, which are not read without it.
  public init(_ png: PNGChunks, inflate: InflateUpTo? = nil) {
    for chunk in png.chunks {
      guard let found = PNGText(chunk), PNGTextMetadata.mayHold(found.keyword),
        let text = found.text(inflate)
      else { continue }
      if take(text, found.keyword) { keywords.insert(found.keyword) }
    }
  }

  /// Those of one chunk.
  package init(_ text: Bytes, _ keyword: String) {
    if PNGTextMetadata.mayHold(keyword) { _ = take(text, keyword) }
  }

  private static let profilePrefix = "Raw profile type "

  /// Whether a keyword is that of a profile in digits.
  package static func isProfile(_ keyword: String) -> Bool { keyword.hasPrefix(profilePrefix) }

  private static func mayHold(_ keyword: String) -> Bool {
    keyword == PNGText.xmpKeyword || isProfile(keyword)
  }

  /// - Returns: whether the text is Exif or XMP that was not there yet.
  private mutating func take(_ text: Bytes, _ keyword: String) -> Bool {
    if keyword == PNGText.xmpKeyword { return set(\.xmp, text) }
    guard let profile = PNGTextMetadata.profile(text) else { return false }
    switch keyword.dropFirst(PNGTextMetadata.profilePrefix.count).lowercased() {
    case "exif", "app1":
      let start = JPEGSegments.xmpIdentifier
      if profile.starts(with: start) {
        return set(\.xmp, Bytes(Array(profile.dropFirst(start.count))))
      }
      // Its offsets count from its own first byte: it is not in the file as it is.
      return ExifItem.tiff(in: Bytes(profile)).map { set(\.exif, Bytes(Array($0))) } ?? false
    case "xmp": return set(\.xmp, Bytes(profile))
    case "iptc", "8bim", "app13":
      let start = PhotoshopResources.identifier
      let list = profile.starts(with: start) ? Array(profile.dropFirst(start.count)) : profile
      _ = set(\.resources, Bytes(list))
      return false
    default:
      _ = set(\.other, Bytes(profile))
      return false
    }
  }

  private mutating func set(
    _ path: WritableKeyPath<PNGTextMetadata, Bytes?>, _ bytes: Bytes
  ) -> Bool {
    guard self[keyPath: path] == nil, !bytes.isEmpty else { return false }
    self[keyPath: path] = bytes
    return true
  }

  /// The bytes of a profile: a line feed, its name, its length as a decimal number, and hexadecimal digits in lines.
  private static func profile(_ text: Bytes) -> [UInt8]? {
    let lines = text.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: true)
    guard lines.count == 3,
      let count = Int(String(decoding: lines[1], as: UTF8.self).filter { $0 != " " }),
      count > 0, count <= text.count / 2
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var high: UInt8?
    for character in lines[2] where character > 0x20 {
      guard let digit = Character(UnicodeScalar(character)).hexDigitValue else { return nil }
      if let first = high {
        bytes.append(first << 4 | UInt8(digit))
        high = nil
        if bytes.count == count { return bytes }
      } else {
        high = UInt8(digit)
      }
    }
    return nil
  }
}

/// Streams of zlib (RFC 1950), as far as nothing has to be compressed for it.
package enum ZlibStream {
  /// A stream of bytes that are not compressed.
  package static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    let longest = 0xFFFF
    for start in stride(from: 0, to: max(1, bytes.count), by: longest) {
      let part = bytes[start..<min(start + longest, bytes.count)]
      stream.append(part.endIndex == bytes.count ? 1 : 0)
      for number in [part.count, ~part.count] {
        stream += [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
      }
      stream += part
    }
    stream.append(UInt64(checksum(bytes)), size: 4, .big)
    return stream
  }

  /// Adler-32 (RFC 1950 §8.2).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var (sum, sumOfSums) = (UInt32(1), UInt32(0))
    for byte in bytes {
      sum = (sum + UInt32(byte)) % 65_521
      sumOfSums = (sumOfSums + sum) % 65_521
    }
    return sumOfSums << 16 | sum
  }
}

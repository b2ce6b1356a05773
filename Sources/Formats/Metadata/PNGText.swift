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
  private let data: Bytes?
  /// The fields before it.
  private let head: Bytes?
  fileprivate let isCompressed: Bool

  /// The offset of the flag of compression; nil if the type of the chunk says it.
  private let flag: Int?

  /// The keyword of an XMP packet (XMP specification part 3, §1.1.5).
  public static let xmpKeyword = "XML:com.adobe.xmp"
  /// The most bytes of an inflated text.
  private static let limit = 1 << 24

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

extension PNGChunks {
  /// Whether an image is a PNG file with texts that can only be searched after they are inflated.
  package static func hasCompressedText(_ picture: Bytes) -> Bool {
    picture.has(signature)
      && PNGChunks(picture).chunks.contains { PNGText($0)?.isCompressed == true }
  }
}

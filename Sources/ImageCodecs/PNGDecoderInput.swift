import FieldCoding

/// The information before the picture in a PNG file. Reading it also checks that the file is complete: every
/// chunk is there and has its checksum (PNG specification §5.3, §5.4).
///
/// The picture itself is not decompressed.
struct PNGDecoderInput {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var bitDepth = 0
  /// 0: grey. 2: red, green, blue. 4 and 6: the same with alpha.
  private(set) var colourType = 0
  /// The data of the chunks other than those of the picture, in order.
  private(set) var chunks: [(type: FourCC, data: [UInt8])] = []

  /// Bytes that are read at a time.
  private static let piece = 1 << 18
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  init(_ file: some ExtentReader, byteCount: Int) throws(CodecError) {
    func bytes(_ start: Int, _ count: Int) throws(CodecError) -> [UInt8] {
      var bytes: [UInt8] = []
      try file.read(start..<start + count, into: &bytes)
      return bytes
    }
    guard try bytes(0, 8) == PNGDecoderInput.signature else {
      throw CodecError("it has no signature")
    }
    var position = 8
    var hasPicture = false
    while true {
      let start = try bytes(position, 8)
      let length = Int(start[..<4].bigEndian)
      let type = FourCC(rawValue: start[4...].bigEndian)
      let isPicture = type == "IDAT"
      var checksum = CRC32()
      checksum.add(start[4...])
      var data: [UInt8] = []
      var done = 0
      while done < length {
        let part = try bytes(position + 8 + done, min(PNGDecoderInput.piece, length - done))
        checksum.add(part[...])
        if !isPicture { data += part }
        done += part.count
      }
      let stated = try bytes(position + 8 + length, 4)[...].bigEndian
      guard stated == checksum.value else {
        throw CodecError("its chunk \(type) at byte \(position) is damaged")
      }
      if position == 8 {
        guard type == "IHDR", length == 13 else { throw CodecError("it has no header") }
        width = Int(data[..<4].bigEndian)
        height = Int(data[4..<8].bigEndian)
        bitDepth = Int(data[8])
        colourType = Int(data[9])
      }
      if isPicture { hasPicture = hasPicture || length > 0 } else { chunks.append((type, data)) }
      position += 12 + length
      if type == "IEND" { break }
    }
    guard hasPicture, position == byteCount else { throw CodecError("it is not complete") }
  }

  /// The data of the first chunk of a type.
  subscript(type: FourCC) -> [UInt8]? { chunks.first { $0.type == type }?.data }

  /// The text of the first international text chunk with a keyword, if it is not compressed
  /// (§11.3.3.4).
  func text(_ keyword: String) -> [UInt8]? {
    // Keyword, zero, not compressed, method, no language, no translation.
    let start = Array(keyword.utf8) + [0, 0, 0, 0, 0]
    return chunks.lazy.filter { $0.type == "iTXt" && $0.data.starts(with: start) }.first.map {
      Array($0.data.dropFirst(start.count))
    }
  }
}

extension ArraySlice<UInt8> {
  /// The number of four bytes.
  fileprivate var bigEndian: UInt32 { reduce(0) { $0 << 8 | UInt32($1) } }
}

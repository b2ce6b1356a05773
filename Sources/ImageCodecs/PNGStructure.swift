import FieldCoding

/// What a PNG file says before its picture, and that the whole of it is as it was written: every
/// chunk is there and has its checksum (PNG specification §5.3, §5.4).
///
/// The picture itself is not decompressed.
struct PNGStructure {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var bitDepth = 0
  /// 0: gray. 2: red, green, blue. 4 and 6: the same with alpha.
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
    guard try bytes(0, 8) == PNGStructure.signature else { throw CodecError("it has no signature") }
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
        let part = try bytes(position + 8 + done, min(PNGStructure.piece, length - done))
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

/// The checksum of PNG (PNG specification, annex D), eight bytes at a time.
struct CRC32 {
  private var state: UInt32 = .max

  /// For a byte followed by so many zeros what it makes of the checksum.
  private static let tables: [[UInt32]] = {
    let first = (0..<256).map { number -> UInt32 in
      var value = UInt32(number)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
      return value
    }
    var tables = [first]
    for _ in 1..<8 {
      let last = tables[tables.count - 1]
      tables.append(last.map { value -> UInt32 in first[Int(value & 0xFF)] ^ (value >> 8) })
    }
    return tables
  }()

  var value: UInt32 { ~state }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    let tables = CRC32.tables
    let (t0, t1, t2, t3) = (tables[0], tables[1], tables[2], tables[3])
    let (t4, t5, t6, t7) = (tables[4], tables[5], tables[6], tables[7])
    var crc = state
    // All places are inside of the bytes: eight from `place` on, as is checked, or one.
    unsafe bytes.withUnsafeBytes { bytes in
      var place = 0
      while place + 8 <= bytes.count {
        let low = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        let high = unsafe bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
        let a = crc ^ UInt32(littleEndian: low)
        let b = UInt32(littleEndian: high)
        let first = t7[Int(a & 0xFF)] ^ t6[Int(a >> 8 & 0xFF)]
        let second = t5[Int(a >> 16 & 0xFF)] ^ t4[Int(a >> 24)]
        let third = t3[Int(b & 0xFF)] ^ t2[Int(b >> 8 & 0xFF)]
        let fourth = t1[Int(b >> 16 & 0xFF)] ^ t0[Int(b >> 24)]
        crc = (first ^ second) ^ (third ^ fourth)
        place += 8
      }
      while place < bytes.count {
        let index = unsafe (crc ^ UInt32(bytes[place])) & 0xFF
        crc = t0[Int(index)] ^ crc >> 8
        place += 1
      }
    }
    state = crc
  }
}

extension ArraySlice<UInt8> {
  /// Of four bytes.
  fileprivate var bigEndian: UInt32 { reduce(0) { $0 << 8 | UInt32($1) } }
}

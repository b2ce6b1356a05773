public import FieldCoding

/// The chunks of a PNG file (Portable Network Graphics, third edition, §5).
public struct PNGChunks: Sendable {
  /// A chunk (§5.3).
  public struct Chunk: Sendable {
    /// The chunk type.
    public var type: FourCC
    /// The chunk data.
    public var data: Bytes
    /// The stated CRC of type and data.
    public var checksum: UInt32

    /// Whether type and data are as they were written (§5.3).
    public var isWhole: Bool {
      var found = CRC32()
      found.add([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: type.rawValue >> $0) }[...])
      for start in stride(from: 0, to: data.count, by: 1 << 18) {
        found.add(Array(data[start..<min(start + (1 << 18), data.count)])[...])
      }
      return found.value == checksum
    }
  }

  /// What every file starts with.
  public static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Files have dozens of chunks, and those that are cut into small ones for the network thousands.
  private static let limit = 1 << 20

  /// The chunks, in the order of the file.
  public private(set) var chunks: [Chunk] = []
  /// The error after which the chunks could not be followed.
  public private(set) var finding: FieldError?
  /// What is left of the data of an IDAT chunk in which the file ends.
  private var cutData: Bytes?

  /// Reads the chunks of any `bytes`: if the signature is missing, there are no chunks, and a finding says so.
  public init(_ bytes: Bytes) {
    do throws(FieldError) { try read(bytes) } catch { finding = error }
  }

  private mutating func read(_ bytes: Bytes) throws(FieldError) {
    guard bytes.has(PNGChunks.signature) else {
      throw FieldError(.invalid("is not a PNG image"), offset: bytes.fileOffset)
    }
    var position = PNGChunks.signature.count
    while true {
      guard let length = bytes.integer(at: position, size: 4, .big),
        let type = bytes.integer(at: position + 4, size: 4, .big),
        let data = bytes.slice(at: position + 8, count: Int(truncatingIfNeeded: length)),
        let checksum = bytes.integer(at: position + 8 + data.count, size: 4, .big)
      else {
        if bytes.slice(at: position + 4, count: 4)?.elementsEqual("IDAT".utf8) == true {
          cutData = bytes.slice(at: position + 8, count: bytes.count - position - 8)
        }
        throw FieldError(
          .invalid("ends before its IEND chunk"), offset: bytes.fileOffset(at: position))
      }
      guard chunks.count < PNGChunks.limit else {
        throw FieldError(
          .invalid("has more than \(PNGChunks.limit) chunks"),
          offset: bytes.fileOffset(at: position))
      }
      let chunk = Chunk(
        type: FourCC(rawValue: UInt32(truncatingIfNeeded: type)), data: data,
        checksum: UInt32(truncatingIfNeeded: checksum))
      chunks.append(chunk)
      if chunk.type == "IEND" { return }
      position += 12 + data.count
    }
  }

  /// The end of the last chunk, counted from the first byte of the file.
  public var end: Int { chunks.reduce(PNGChunks.signature.count) { $0 + 12 + $1.data.count } }

  /// Writes a chunk, which may have other data now.
  package static func write(_ chunk: Chunk, _ data: Bytes, to writer: inout ByteWriter) {
    writer.write(UInt64(data.count), bits: 32)
    writer.write(UInt64(chunk.type.rawValue), bits: 32)
    writer.write(data)
    var checksum = chunk.checksum
    if data != chunk.data {
      var found = CRC32()
      found.add([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: chunk.type.rawValue >> $0) }[...])
      found.add(Array(data)[...])
      checksum = found.value
    }
    writer.write(UInt64(checksum), bits: 32)
  }

  /// The data of the first chunk of a type.
  public func first(_ type: FourCC) -> Bytes? { chunks.first { $0.type == type }?.data }

  /// Whether its first rows can be decoded: the header states a size, and the data begins as a zlib stream (§10.1).
  public var canBeBegun: Bool {
    guard let header, header.width > 0, header.height > 0,
      let start = (first("IDAT") ?? cutRows(header))?.number(at: 0, size: 2)
    else { return false }
    return start >> 8 & 15 == 8 && start % 31 == 0
  }

  /// What is left of a cut IDAT chunk, if it has a whole row: its tables, and codes of at most 15 bits (RFC 1951 §3.2.7).
  private func cutRows(_ header: PNGHeader) -> Bytes? {
    guard let cutData, header.interlaceMethod == 0 else { return nil }
    let row = 1 + (Int(header.width) * header.bitsPerPixel + 7) / 8
    return cutData.count > 512 + 2 * row ? cutData : nil
  }

  /// The header, which describes the samples; nil if the file does not start with it.
  public var header: PNGHeader? {
    guard let first = chunks.first, first.type == "IHDR" else { return nil }
    return try? PNGHeader(decoding: first.data)
  }
}

/// Size and kind of the samples of a PNG file (`IHDR`, §11.2.1).
public struct PNGHeader: FieldCodable {
  /// The width in samples.
  public var width: UInt32 = 0
  /// The height in samples.
  public var height: UInt32 = 0
  /// The bits of a sample, or of a number of the palette: 1, 2, 4, 8 or 16.
  public var bitDepth: UInt8 = 8
  /// The colour type: 0 grey, 2 red, green and blue, 3 numbers of a palette; 4 and 6 are 0 and 2
  /// with alpha.
  public var colourType: UInt8 = 2
  /// The compression method, which is 0.
  public var compressionMethod: UInt8 = 0
  /// The filter method, which is 0.
  public var filterMethod: UInt8 = 0
  /// The interlace method: 0 for none, 1 for Adam7.
  public var interlaceMethod: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "Width", &width)
    try f.uint(32, "Height", &height)
    try f.uint(8, "Bit depth", &bitDepth)
    try f.uint(8, "Colour type", &colourType)
    try f.uint(8, "Compression method", &compressionMethod)
    try f.uint(8, "Filter method", &filterMethod)
    try f.uint(8, "Interlace method", &interlaceMethod)
  }
}

// MARK: - Structure

extension PNGHeader {
  /// The bits of a pixel.
  fileprivate var bitsPerPixel: Int {
    let counts: [UInt8: Int] = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]
    return counts[colourType, default: 1] * Int(bitDepth)
  }

  /// The number of bytes of all rows; nil if it is beyond all bounds.
  package var byteCountOfRows: Int? { passes?.reduce(0) { $0 + $1.rows * $1.bytes } }

  /// The rows of the image, or of each pass of Adam7: their number, and the bytes of each with its filter before it
  /// (§7.2, §8.1). Nil if they are beyond all bounds.
  package var passes: [(rows: Int, bytes: Int)]? {
    // The first column and row of each pass of Adam7, and the steps between them.
    let passes =
      interlaceMethod == 1
      ? [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
      ]
      : [(0, 0, 1, 1)]
    let (columns, rows) = (Int(width), Int(height))
    guard columns < 1 << 24, rows < 1 << 24 else { return nil }
    return passes.compactMap { pass in
      let width = max(0, columns - pass.0 + pass.2 - 1) / pass.2
      let height = max(0, rows - pass.1 + pass.3 - 1) / pass.3
      return width == 0 ? nil : (height, 1 + (width * bitsPerPixel + 7) / 8)
    }
  }

  /// What no image has (§11.2.1), in words; nil if all is possible.
  fileprivate var problem: String? {
    let most = UInt32(Int32.max)
    guard (1...most).contains(width), (1...most).contains(height) else {
      return "IHDR states a picture of \(width) × \(height)"
    }
    let depths: [UInt8: [UInt8]] = [
      0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
    ]
    guard depths[colourType]?.contains(bitDepth) == true else {
      return "IHDR states the colour type \(colourType) with \(bitDepth) bits, which does not exist"
    }
    guard compressionMethod == 0, filterMethod == 0, interlaceMethod <= 1 else {
      return "IHDR states a method of compression, filters or interlacing that does not exist"
    }
    return nil
  }
}

extension PNGChunks {
  /// What is wrong with the header, the order of the chunks (§5.6) and the length of the data, without decoding it.
  public var defects: [FieldError] {
    guard let first = chunks.first else { return [] }
    var defects: [FieldError] = []
    func add(_ chunk: Chunk, _ words: String) {
      defects.append(FieldError(.invalid(words), offset: chunk.data.fileOffset))
    }
    if first.type != "IHDR" { add(first, "the first chunk is \(first.type), not IHDR") }
    for chunk in chunks.dropFirst() where chunk.type == "IHDR" {
      add(chunk, "IHDR is not the first chunk, or there are several")
    }
    if first.type == "IHDR", first.data.count != 13 || header == nil {
      add(first, "IHDR has \(counted(first.data.count, "byte")), not 13")
    } else if let problem = header?.problem {
      add(first, problem)
    }
    if let last = chunks.last, last.type == "IEND", !last.data.isEmpty {
      add(last, "IEND has data")
    }
    let indices = chunks.indices.filter { chunks[$0].type == "IDAT" }
    guard let start = indices.first else {
      // A file that ends too early may have lost it.
      if finding == nil, let last = chunks.last { add(last, "there is no IDAT chunk before it") }
      return defects
    }
    if let gap = zip(indices, indices.dropFirst()).first(where: { $0 + 1 != $1 }) {
      add(chunks[gap.1], "between this IDAT chunk and those before it are other chunks")
    }
    if header?.colourType == 3, !chunks[..<start].contains(where: { $0.type == "PLTE" }) {
      add(chunks[start], "there is no palette (PLTE) before the data of the picture")
    }
    if let words = problemOfData(indices) { add(chunks[start], words) }
    if header != nil, let lost = images.first(where: { $0.header == nil }) {
      add(
        chunks[lost.chunks[0]],
        "no chunk before this fdAT chunk states the size of its frame (fcTL)")
    }
    return defects
  }

  /// Why the IDAT chunks cannot have the image of the header; nil if they can.
  private func problemOfData(_ indices: [Int]) -> String? {
    let data = indices.map { chunks[$0].data }
    let head: [UInt8] = Array(data.flatMap { Array($0.prefix(2)) }.prefix(2))
    // RFC 1950 §2.2: deflate with a window of at most 32 KB, no dictionary, and a check of both bytes.
    if head.count == 2 {
      let isDeflate = head[0] & 0x0F == 8 && head[0] >> 4 <= 7 && head[1] & 0x20 == 0
      let number = Int(head[0]) << 8 | Int(head[1])
      guard isDeflate, number % 31 == 0 else {
        return "the data of the picture is not a zlib stream"
      }
    }
    guard finding == nil, let header, header.problem == nil else { return nil }
    let count = data.reduce(0) { $0 + $1.count }
    let need = Double(header.width) * Double(header.height) * Double(header.bitsPerPixel) / 8
    // RFC 1951: a match of 258 bytes takes two bits at least.
    guard need > Double(count) * 1032 else { return nil }
    return
      "\(counted(count, "byte")) of data cannot be a picture of \(header.width) × \(header.height)"
  }
}

// MARK: - Metadata

extension PNGChunks {
  /// What `gAMA` states (§11.3.2.2): the exponent from light to samples.
  public var gamma: Double? {
    first("gAMA")?.integer(at: 0, size: 4, .big).map { Double($0) / 100_000 }
  }

  /// What `cHRM` states (§11.3.2.1): x and y of white, red, green and blue. Nil unless all can be those of a display.
  package var chromaticities: [(x: Double, y: Double)]? {
    guard let data = first("cHRM"), data.count == 32 else { return nil }
    let numbers = (0..<8).map { Double(data.integer(at: $0 * 4, size: 4, .big) ?? 0) / 100_000 }
    let points = (0..<4).map { (x: numbers[$0 * 2], y: numbers[$0 * 2 + 1]) }
    let (red, green, blue) = (points[1], points[2], points[3])
    // On one line, they span no colours.
    let area = (green.x - red.x) * (blue.y - red.y) - (blue.x - red.x) * (green.y - red.y)
    let isPossible = points.allSatisfy { $0.x >= 0 && $0.y > 0.001 && $0.x + $0.y <= 1 }
    return isPossible && area.magnitude > 0.001 ? points : nil
  }

  /// The TIFF structure of `eXIf` (§11.3.4.4).
  public var exif: Bytes? { first("eXIf") }
}

/// The parts of a JPEG file of one scan (ITU-T T.81 §B.2).
struct JPEGBand {
  private let bytes: [UInt8]
  /// The offset of the frame header's length field.
  private let frame: Int
  /// The start of the entropy-coded data.
  private let dataStart: Int

  init(_ bytes: [UInt8]) throws(CodecError) {
    self.bytes = bytes
    var frame: Int?
    var position = 2
    while true {
      guard position + 4 <= bytes.count, bytes[position] == 0xFF else {
        throw CodecError("the JPEG encoder made no JPEG file")
      }
      let marker = bytes[position + 1]
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      if marker == 0xC0 { frame = position + 2 }
      position += 2 + length
      if marker == 0xDA { break }
    }
    guard let frame, position + 2 <= bytes.count, frame + 8 <= position else {
      throw CodecError("the JPEG encoder made no JPEG file")
    }
    self.frame = frame
    dataStart = position
  }

  /// Tables, frame and scan header, for an image of `height` rows.
  func header(height: Int) -> [UInt8] {
    var header = Array(bytes[2..<dataStart])
    header[frame + 3 - 2] = UInt8(height >> 8)
    header[frame + 4 - 2] = UInt8(height & 0xFF)
    return header
  }

  /// The entropy-coded data, without EOI.
  var scan: ArraySlice<UInt8> { bytes[dataStart..<bytes.count - 2] }
}

/// The contents of the frame header of a JPEG file (ITU-T T.81 §B.2.2).
public struct JPEGHeader: Equatable, Sendable {
  public var width: Int
  public var height: Int
  /// 1 is grey, 3 is colour.
  public var componentCount: Int

  /// Reads segments up to the frame header.
  public init(_ file: some ExtentReader) throws(CodecError) {
    func bytes(_ start: Int, _ count: Int) throws(CodecError) -> [Int] {
      var bytes: [UInt8] = []
      try file.read(start..<start + count, into: &bytes)
      return bytes.map(Int.init)
    }
    guard try bytes(0, 2) == [0xFF, 0xD8] else { throw CodecError("the file is not a JPEG file") }
    var position = 2
    while true {
      let segment = try bytes(position, 4)
      let length = segment[2] << 8 | segment[3]
      guard segment[0] == 0xFF, segment[1] != 0xDA, length >= 2 else {
        throw CodecError("the JPEG file has no frame header")
      }
      switch segment[1] {
      // Huffman tables, a reserved one, and arithmetic conditioning are in between (table B.1).
      case 0xC4, 0xC8, 0xCC: break
      case 0xC0...0xCF:
        let frame = try bytes(position + 4, 6)
        height = frame[1] << 8 | frame[2]
        width = frame[3] << 8 | frame[4]
        componentCount = frame[5]
        return
      default: break
      }
      position += 2 + length
    }
  }
}

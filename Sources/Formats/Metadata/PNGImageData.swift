package import FieldCoding

/// The data of an image in a PNG file: `IDAT`, or `fdAT` for a later frame of an animation (§11.2.3, §11.3.6.3).
package struct PNGImageData: Sendable {
  /// The type of its chunks.
  package let type: FourCC
  /// The numbers of its chunks in ``PNGChunks/chunks``.
  package fileprivate(set) var chunks: [Int]
  /// The size and kind of its samples; nil if the file does not state them.
  package let header: PNGHeader?
  private let frame: Int

  fileprivate init(_ type: FourCC, _ chunk: Int, _ header: PNGHeader?, frame: Int) {
    (self.type, chunks, self.header, self.frame) = (type, [chunk], header, frame)
  }

  /// The image in words: `the image`, `frame 2 of the animation`.
  package var title: String {
    type == "IDAT" ? "the image" : "frame \(frame) of the animation"
  }

  /// Where the data begins in each chunk: a number precedes that of later frames.
  package var start: Int { type == "fdAT" ? 4 : 0 }

  /// The first row whose type of filter does not exist (§9.2), from 1, and that type; nil if there is none.
  ///
  /// - Parameter bytes: the data after decompression.
  package func unknownFilter(in bytes: [UInt8]) -> (row: Int, type: UInt8)? {
    var (row, position) = (1, 0)
    for pass in header?.passes ?? [] {
      for _ in 0..<pass.rows {
        guard position < bytes.count else { return nil }
        if bytes[position] > 4 { return (row, bytes[position]) }
        (row, position) = (row + 1, position + pass.bytes)
      }
    }
    return nil
  }
}

extension PNGChunks {
  /// The data of all images, in the order of the file. Each is a zlib stream.
  package var images: [PNGImageData] {
    var images: [PNGImageData] = []
    var frames: [Bytes] = []
    var isOpen = false
    for (index, chunk) in chunks.enumerated() {
      if chunk.type == "fcTL" {
        frames.append(chunk.data)
        isOpen = false
      }
      guard ["IDAT", "fdAT"].contains(chunk.type) else { continue }
      if isOpen, images.last?.type == chunk.type {
        images[images.count - 1].chunks.append(index)
      } else {
        let header = chunk.type == "IDAT" ? header : frames.last.flatMap { frameHeader($0) }
        images.append(PNGImageData(chunk.type, index, header, frame: frames.count))
      }
      isOpen = true
    }
    return images
  }

  /// The header with the size of a frame (`fcTL`, §11.3.6.2).
  private func frameHeader(_ frame: Bytes) -> PNGHeader? {
    guard var header, let width = frame.integer(at: 4, size: 4, .big),
      let height = frame.integer(at: 8, size: 4, .big)
    else { return nil }
    (header.width, header.height) = (UInt32(clamping: width), UInt32(clamping: height))
    return header
  }

  /// The zlib stream of an image, and what follows it.
  package func data(of image: PNGImageData) -> [UInt8] {
    image.chunks.flatMap { chunks[$0].data.dropFirst(image.start) }
  }
}

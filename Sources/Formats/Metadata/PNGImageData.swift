package import FieldCoding

/// The data of an image in a PNG file: `IDAT`, or `fdAT` for a later frame of an animation (§11.2.3, §11.3.6.3).
package struct PNGImageData: Sendable {
  /// The type of its chunks.
  package let type: FourCC
  /// The numbers of its chunks in ``PNGChunks/chunks``.
  package fileprivate(set) var chunks: [Int]
  /// The size and kind of its samples; nil if the file does not state them.
  package let header: PNGHeader?

  /// Where the data begins in each chunk: a number precedes that of later frames.
  package var start: Int { type == "fdAT" ? 4 : 0 }
}

extension PNGChunks {
  /// The data of all images, in the order of the file. Each is a zlib stream.
  package var images: [PNGImageData] {
    var images: [PNGImageData] = []
    var frame: Bytes?
    var isOpen = false
    for (index, chunk) in chunks.enumerated() {
      if chunk.type == "fcTL" { (frame, isOpen) = (chunk.data, false) }
      guard ["IDAT", "fdAT"].contains(chunk.type) else { continue }
      if isOpen, images.last?.type == chunk.type {
        images[images.count - 1].chunks.append(index)
      } else {
        let header = chunk.type == "IDAT" ? header : frame.flatMap { frameHeader($0) }
        images.append(PNGImageData(type: chunk.type, chunks: [index], header: header))
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

import Synchronization

/// Writes a JPEG file from bands that several threads encode, in any order.
///
/// Every band is encoded as a separate file. After a restart marker, data does not depend on earlier data (ITU-T T.81
/// §E.1.4). So the coded data of the bands, with such markers in between, is that of the whole image, as if one
/// encoder had used a restart interval of a band.
final class JPEGWriter: Sendable {
  private let jpeg: JPEGFile
  private let width: Int
  private let height: Int
  private let bandHeight: Int
  private let output: any CodecOutput
  /// The segments before the image, and the bands.
  private let parts = OrderedBands<[UInt8]>()
  private let ending = Mutex(JPEGFile())

  /// - Parameters:
  ///   - jpeg: its coding parameters are used for the bands.
  ///   - bandHeight: the height of all bands except the last; a multiple of 16.
  init(
    _ jpeg: JPEGFile, width: Int, height: Int, bandHeight: Int, to output: any CodecOutput
  ) throws(CodecError) {
    // libjpeg's JPEG_MAX_DIMENSION.
    let sides = 1...65_500
    guard sides.contains(width), sides.contains(height) else {
      throw CodecError(
        "the image is \(width) × \(height); a JPEG has at most 65,500 in each direction")
    }
    self.jpeg = jpeg
    self.width = width
    self.height = height
    self.bandHeight = bandHeight
    self.output = output
  }

  /// Writes the segments before the image, once. Bands that are added earlier wait for it.
  ///
  /// - Parameter jpeg: with all metadata, and with the gain map if there is one.
  func begin(_ jpeg: JPEGFile) throws(CodecError) {
    let start = try jpeg.start(pictureSize: 0)
    ending.withLock { $0 = jpeg }
    try add(start, at: 0)
  }

  /// Encodes a band, and writes it when it is due.
  ///
  /// - Parameter row: of the image, at which it starts.
  func write(_ pixels: JPEGFile.Pixels, at row: Int) throws(CodecError) {
    let interval = height <= bandHeight ? 0 : restartInterval(pixels)
    let band = try JPEGBand(jpeg.encoded(pixels, restartInterval: interval))
    var bytes = row == 0 ? band.header(height: height) : []
    bytes += band.scan
    let index = row / bandHeight
    let isLast = row + bandHeight >= height
    // Restart markers are counted modulo 8; after the last band comes EOI.
    bytes += [0xFF, isLast ? 0xD9 : 0xD0 + UInt8(index % 8)]
    try add(bytes, at: index + 1)
  }

  private func add(_ bytes: [UInt8], at index: Int) throws(CodecError) {
    try parts.add(bytes, at: index) { (bytes) throws(CodecError) in try output.append(bytes) }
  }

  /// The size of the file, which is complete.
  @discardableResult
  func finish() throws(CodecError) -> Int {
    guard (parts.count - 1) * bandHeight >= height else {
      throw CodecError("the JPEG file is not complete")
    }
    let jpeg = ending.withLock { $0 }
    if !jpeg.gainMap.isEmpty {
      let pictureSize = output.count
      try output.append(jpeg.gainMap)
      try output.replaceStart(with: jpeg.start(pictureSize: pictureSize))
    }
    return output.count
  }

  /// The MCUs of a band.
  private func restartInterval(_ pixels: JPEGFile.Pixels) -> Int {
    let chroma =
      switch pixels {
      case .planes(let image): image.chroma
      case .rgb(_, let chroma): chroma
      }
    let (horizontal, vertical) = chroma.subsampling
    let columns = (width + 8 * horizontal - 1) / (8 * horizontal)
    return columns * (bandHeight / (8 * vertical))
  }
}

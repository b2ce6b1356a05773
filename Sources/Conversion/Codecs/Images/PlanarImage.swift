/// An image as planes of luma and chroma samples.
///
/// Planes can be filled from several threads at once, each its own part.
public final class PlanarImage: @unchecked Sendable {
  public let width: Int
  public let height: Int
  public let chroma: ChromaSampling
  /// 8 to 16; samples of more than 8 bits take two bytes, in the order of the machine.
  public let bitDepth: Int
  public let planes: [Plane]

  /// Samples in rows. `@unchecked Sendable`: each writer writes only its own part.
  @safe
  public final class Plane: @unchecked Sendable {
    public let width: Int
    public let height: Int
    /// 1 or 2.
    public let bytesPerSample: Int
    /// Bytes from row to row.
    public let stride: Int
    let memory: UnsafeMutableRawBufferPointer
    /// Whether `memory` is freed in `deinit`.
    private let ownsMemory: Bool
    /// The object that keeps `memory` if the plane does not own it; nil if a decoder keeps it. The plane is
    /// valid then until the decoder is used again.
    private let owner: AnyObject?

    init(width: Int, height: Int, bytesPerSample: Int) {
      self.width = width
      self.height = height
      self.bytesPerSample = bytesPerSample
      // Rows start on cache lines.
      stride = (width * bytesPerSample + 63) & ~63
      unsafe memory = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(stride * height, 1), alignment: 64)
      ownsMemory = true
      owner = nil
    }

    /// A plane in the memory of a decoder, which must not be written to.
    init(borrowing plane: DecodedTile.Plane, of owner: AnyObject?, bytesPerSample: Int) {
      width = plane.width
      height = plane.height
      self.bytesPerSample = bytesPerSample
      stride = plane.stride
      precondition(stride >= width * bytesPerSample)
      // The decoder has this number of rows. The last one need not be padded.
      unsafe memory = UnsafeMutableRawBufferPointer(
        start: UnsafeMutableRawPointer(mutating: plane.base),
        count: height == 0 ? 0 : stride * (height - 1) + width * bytesPerSample)
      ownsMemory = false
      self.owner = owner
    }

    /// A part of a plane, in the same memory.
    private init(_ whole: Plane, _ columns: Range<Int>, _ rows: Range<Int>) {
      precondition(columns.lowerBound >= 0 && columns.upperBound <= whole.width)
      precondition(rows.lowerBound >= 0 && rows.upperBound <= whole.height)
      width = columns.count
      height = rows.count
      bytesPerSample = whole.bytesPerSample
      stride = whole.stride
      let start = rows.lowerBound * stride + columns.lowerBound * bytesPerSample
      // The part is inside of the whole, as was just checked.
      unsafe memory = UnsafeMutableRawBufferPointer(
        rebasing: whole.memory[
          start..<start + (rows.isEmpty ? 0 : stride * (height - 1) + width * bytesPerSample)])
      ownsMemory = false
      owner = whole.ownsMemory ? whole : whole.owner
    }

    deinit { if ownsMemory { unsafe memory.deallocate() } }

    /// A sample; for tests and slow paths.
    public subscript(x: Int, y: Int) -> UInt16 {
      precondition(x >= 0 && x < width && y >= 0 && y < height)
      // The sample is inside of the plane, as was just checked.
      return unsafe bytesPerSample == 1
        ? UInt16(memory.load(fromByteOffset: y * stride + x, as: UInt8.self))
        : memory.load(fromByteOffset: y * stride + x * 2, as: UInt16.self)
    }

    func set(_ value: UInt16, _ x: Int, _ y: Int) {
      precondition(x >= 0 && x < width && y >= 0 && y < height)
      // The sample is inside of the plane, as was just checked.
      if bytesPerSample == 1 {
        unsafe memory.storeBytes(
          of: UInt8(truncatingIfNeeded: value), toByteOffset: y * stride + x, as: UInt8.self)
      } else {
        unsafe memory.storeBytes(of: value, toByteOffset: y * stride + x * 2, as: UInt16.self)
      }
    }

    /// A row, as bytes.
    func row(_ y: Int) -> UnsafeMutableRawBufferPointer {
      precondition(y >= 0 && y < height)
      // The row is inside of the plane, as was just checked.
      return unsafe UnsafeMutableRawBufferPointer(
        rebasing: memory[y * stride..<y * stride + width * bytesPerSample])
    }

    /// A part of the plane, in the same memory.
    func part(_ columns: Range<Int>, _ rows: Range<Int>) -> Plane { Plane(self, columns, rows) }

    /// Copies a plane of the same size.
    func copy(_ source: Plane) {
      precondition(source.bytesPerSample == bytesPerSample)
      precondition(source.width == width && source.height == height)
      for y in 0..<height {
        // Both rows are whole, and have as many samples.
        unsafe row(y).copyMemory(from: UnsafeRawBufferPointer(source.row(y)))
      }
    }

    /// Copies rows of `source`, as many samples as fit, to `x`, `y`.
    ///
    /// - Parameter source: `sourceHeight` rows of at least `sourceWidth` samples as wide as ours.
    func copy(
      _ source: UnsafeRawPointer, stride sourceStride: Int, width sourceWidth: Int,
      height sourceHeight: Int, to x: Int, _ y: Int
    ) {
      precondition(x >= 0 && y >= 0 && sourceWidth >= 0 && sourceHeight >= 0)
      let columns = min(sourceWidth, width - x)
      guard columns > 0 else { return }
      for row in 0..<max(0, min(sourceHeight, height - y)) {
        let start = (y + row) * stride + x * bytesPerSample
        // Both ranges were clipped to the size of the planes.
        unsafe memory.baseAddress?.advanced(by: start).copyMemory(
          from: source.advanced(by: row * sourceStride), byteCount: columns * bytesPerSample)
      }
    }
  }

  /// An image in the memory of its decoder. It is valid as long as the tile.
  init(borrowing tile: DecodedTile) {
    width = tile.width
    height = tile.height
    chroma = tile.chroma
    bitDepth = tile.bitDepth
    planes = tile.planes.map {
      Plane(borrowing: $0, of: tile.owner, bytesPerSample: tile.bitDepth > 8 ? 2 : 1)
    }
  }

  /// A part of an image, in the same memory.
  private init(_ whole: PlanarImage, _ x: Range<Int>, _ y: Range<Int>) {
    width = x.count
    height = y.count
    chroma = whole.chroma
    bitDepth = whole.bitDepth
    let (horizontal, vertical) = chroma.subsampling
    planes = whole.planes.enumerated().map { index, plane in
      let (h, v) = index == 0 ? (1, 1) : (horizontal, vertical)
      return plane.part(
        x.lowerBound / h..<(x.upperBound + h - 1) / h,
        y.lowerBound / v..<(y.upperBound + v - 1) / v)
    }
  }

  /// A part, which starts with a whole chroma sample, in the same memory.
  func part(x: Range<Int>, y: Range<Int>) -> PlanarImage { PlanarImage(self, x, y) }

  /// A copy with its own memory.
  func copied() -> PlanarImage {
    let result = PlanarImage(width: width, height: height, chroma: chroma, bitDepth: bitDepth)
    result.take(self, at: 0)
    return result
  }

  /// Copies an image of the same width and format to a row; both start with whole chroma samples.
  func take(_ source: PlanarImage, at row: Int) {
    let target = part(x: 0..<source.width, y: row..<row + source.height)
    for (plane, other) in zip(target.planes, source.planes) { plane.copy(other) }
  }

  public init(width: Int, height: Int, chroma: ChromaSampling, bitDepth: Int) {
    self.width = width
    self.height = height
    self.chroma = chroma
    self.bitDepth = bitDepth
    let (horizontal, vertical) = chroma.subsampling
    planes = (0..<chroma.planeCount).map { index in
      Plane(
        width: index == 0 ? width : (width + horizontal - 1) / horizontal,
        height: index == 0 ? height : (height + vertical - 1) / vertical,
        bytesPerSample: bitDepth > 8 ? 2 : 1)
    }
  }

  /// The bytes that the planes of such an image take.
  static func byteCount(
    width: Int, height: Int, chroma: ChromaSampling, bitDepth: Int
  ) -> Int {
    let (horizontal, vertical) = chroma.subsampling
    let luma = width * height
    let planes =
      chroma == .monochrome
      ? luma
      : luma + 2 * ((width + horizontal - 1) / horizontal) * ((height + vertical - 1) / vertical)
    return planes * (bitDepth > 8 ? 2 : 1)
  }
}

extension PlanarImage {
  /// The same image with 8-bit full-range samples; its matrix and chroma format do not change.
  ///
  /// Each plane is computed by itself: value × factor + offset, rounded (ITU-T H.273 §8.3).
  func with8BitFullRange(from matrix: ColourMatrix) -> PlanarImage {
    guard bitDepth > 8 || !matrix.isFullRange else { return self }
    let result = PlanarImage(width: width, height: height, chroma: chroma, bitDepth: 8)
    for (index, plane) in planes.enumerated() {
      let table = byteTable(matrix, isChroma: index > 0 && matrix.kind != .identity)
      let target = result.planes[index]
      for y in 0..<plane.height { plane.lookUp(row: y, in: table, into: target) }
    }
    return result
  }

  /// The value with 8 bits and full range for each value of a sample's bytes.
  private func byteTable(_ matrix: ColourMatrix, isChroma: Bool) -> [UInt8] {
    let (factor, offset) = matrix.scale(bitDepth: bitDepth, isChroma: isChroma)
    let zero: Double = isChroma ? 128 : 0
    let top = (1 << bitDepth) - 1
    return (0..<(bitDepth > 8 ? 1 << 16 : 1 << 8)).map { value in
      let full = Double(min(value, top)) * factor + offset + zero
      return UInt8(max(0, min(255, full.rounded())))
    }
  }

  /// The matrix that converts the image to red, green and blue: a single plane is grey, even if its file states that
  /// the planes are green, blue and red.
  private func shown(_ matrix: ColourMatrix) -> ColourMatrix {
    guard chroma == .monochrome, matrix.kind == .identity else { return matrix }
    return ColourMatrix(kind: ColourMatrix.jpeg.kind, isFullRange: matrix.isFullRange)
  }

  /// Red, green and blue of each sample of `rows`. Chroma is interpolated between its samples.
  ///
  /// - Parameters:
  ///   - mapping: the mapping for the colours of an HDR image.
  ///   - chromaPlacement: where chroma samples are.
  func rgb(
    _ matrix: ColourMatrix, rows: Range<Int>, _ mapping: ToneMapping? = nil,
    _ chromaPlacement: ChromaPlacement = ChromaPlacement()
  ) -> RGBImage {
    var result = RGBImage(
      width: width, height: rows.count,
      samples: [UInt8](repeating: 0, count: width * rows.count * 3))
    var converter = RGBRows(self, RGBFactors(shown(matrix), bitDepth: bitDepth), chromaPlacement)
    // All rows are within the array.
    unsafe result.samples.withUnsafeMutableBufferPointer { samples in
      for (index, y) in rows.enumerated() {
        unsafe converter.row(
          y, mapping,
          into: UnsafeMutableBufferPointer(
            rebasing: samples[index * width * 3..<(index + 1) * width * 3]))
      }
    }
    return result
  }

  /// The same with 16 bits, big-endian.
  func rgb16(
    _ matrix: ColourMatrix, rows: Range<Int>, _ chromaPlacement: ChromaPlacement = ChromaPlacement()
  ) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: width * rows.count * 6)
    var converter = RGBRows(self, RGBFactors(shown(matrix), bitDepth: bitDepth), chromaPlacement)
    // All rows are within the array.
    unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      for (index, y) in rows.enumerated() {
        unsafe converter.row16(
          y,
          into: UnsafeMutableBufferPointer(
            rebasing: bytes[index * width * 6..<(index + 1) * width * 6]))
      }
    }
    return bytes
  }
}

extension PlanarImage.Plane {
  /// Sets a row of `target`, which has 8 bits, to the values that `table` has for the samples of this image.
  ///
  /// - Parameter table: one value for each value of the bytes of a sample.
  func lookUp(row y: Int, in table: [UInt8], into target: PlanarImage.Plane) {
    precondition(target.width == width && target.bytesPerSample == 1)
    precondition(table.count == 1 << (8 * bytesPerSample))
    // Both rows have `width` samples.
    let line = unsafe target.row(y)
    if bytesPerSample == 1 {
      let source = unsafe row(y)
      for x in 0..<width { unsafe line[x] = table[Int(source[x])] }
    } else {
      let source = unsafe row(y).bindMemory(to: UInt16.self)
      for x in 0..<width { unsafe line[x] = table[Int(source[x])] }
    }
  }
}

/// Rows of samples. Those of a pixel are next to each other.
struct SampleRows {
  var width: Int
  var height: Int
  /// 1: grey. 3: red, green, blue. 2 and 4: the same with opacity.
  var channels: Int
  /// 8 or 16; 16 are big-endian.
  var bitDepth: Int
  var bytes: [UInt8]
}

/// Interleaved red, green and blue of 8 bits.
struct RGBImage {
  var width: Int
  var height: Int
  var samples: [UInt8]
}

extension PlanarImage {
  /// The same picture with 8-bit full-range samples; matrix and chroma format stay.
  ///
  /// Each plane is a matter of its own: value × factor + offset, rounded (ITU-T H.273 §8.3).
  func with8BitFullRange(from matrix: ColourMatrix, threads: Int = 1) -> PlanarImage {
    guard bitDepth > 8 || !matrix.isFullRange else { return self }
    let result = PlanarImage(width: width, height: height, chroma: chroma, bitDepth: 8)
    for (index, plane) in planes.enumerated() {
      let table = byteTable(matrix, isChroma: index > 0 && matrix.kind != .identity)
      let target = result.planes[index]
      Threads.ranges(of: plane.height, threads) { rows in
        for y in rows { plane.lookUp(row: y, in: table, into: target) }
      }
    }
    return result
  }

  /// For each value that a sample's bytes can have its value with 8 bits and full range.
  private func byteTable(_ matrix: ColourMatrix, isChroma: Bool) -> [UInt8] {
    let (factor, offset) = matrix.scale(bitDepth: bitDepth, isChroma: isChroma)
    let zero: Double = isChroma ? 128 : 0
    let top = (1 << bitDepth) - 1
    return (0..<(bitDepth > 8 ? 1 << 16 : 1 << 8)).map { value in
      let full = Double(min(value, top)) * factor + offset + zero
      return UInt8(max(0, min(255, full.rounded())))
    }
  }

  /// Red, green and blue of each sample. Chroma is interpolated between its samples.
  func rgb(_ matrix: ColourMatrix, threads: Int = 1) -> RGBImage {
    var result = RGBImage(
      width: width, height: height, samples: [UInt8](repeating: 0, count: width * height * 3))
    let factors = RGBFactors(matrix, bitDepth: bitDepth)
    // The rows of a range are written by one thread alone, and all are inside of the array.
    unsafe result.samples.withUnsafeMutableBufferPointer { samples in
      nonisolated(unsafe) let samples = unsafe samples
      Threads.ranges(of: height, threads) { rows in
        var converter = RGBRows(self, factors)
        for y in rows {
          unsafe converter.convert(
            y,
            into: UnsafeMutableBufferPointer(rebasing: samples[y * width * 3..<(y + 1) * width * 3])
          )
        }
      }
    }
    return result
  }
}

/// Red, green and blue as sums of the three samples of a place, each times a factor.
private struct RGBFactors {
  /// Factors of the samples in the order of planes, and what is added; 255 is the highest value.
  let red: SIMD4<Float>
  let green: SIMD4<Float>
  let blue: SIMD4<Float>

  init(_ matrix: ColourMatrix, bitDepth: Int) {
    let luma = matrix.scale(bitDepth: bitDepth, isChroma: false)
    let chroma = matrix.scale(bitDepth: bitDepth, isChroma: matrix.kind != .identity)
    /// From factors of samples that are in the range 0 to 255 to those of coded samples.
    func coded(_ first: Double, _ second: Double, _ third: Double) -> SIMD4<Float> {
      SIMD4(
        Float(first * luma.factor), Float(second * chroma.factor), Float(third * chroma.factor),
        Float(first * luma.offset + (second + third) * chroma.offset))
    }
    switch matrix.kind {
    case .identity:
      red = coded(0, 0, 1)
      green = coded(1, 0, 0)
      blue = coded(0, 1, 0)
    case .yCbCr(let kr, let kb):
      let kg = 1 - kr - kb
      red = coded(1, 0, 2 * (1 - kr))
      green = coded(1, -2 * kb * (1 - kb) / kg, -2 * kr * (1 - kr) / kg)
      blue = coded(1, 2 * (1 - kb), 0)
    case .yCgCo:
      red = coded(1, -1, 1)
      green = coded(1, 1, 0)
      blue = coded(1, -1, -1)
    }
  }
}

/// Converts rows of a picture, with room for one row of each plane.
private struct RGBRows {
  private let factors: RGBFactors
  private let luma: PlanarImage.Plane
  private let upsampler: ChromaRows
  private var first: [Float]
  private var second: [Float]
  private var third: [Float]

  init(_ image: PlanarImage, _ factors: RGBFactors) {
    self.factors = factors
    luma = image.planes[0]
    upsampler = ChromaRows(image)
    first = [Float](repeating: 0, count: image.width)
    second = first
    third = first
  }

  /// - Parameter result: three bytes for each sample of row `y`.
  mutating func convert(_ y: Int, into result: UnsafeMutableBufferPointer<UInt8>) {
    luma.read(row: y, into: &first)
    upsampler.row(y, 1, into: &second)
    upsampler.row(y, 2, into: &third)
    let (red, green, blue) = (factors.red, factors.green, factors.blue)
    for x in 0..<first.count {
      let (a, b, c) = (first[x], second[x], third[x])
      // As the parameter says.
      unsafe result[x * 3] = byte(a * red.x + b * red.y + c * red.z + red.w)
      unsafe result[x * 3 + 1] = byte(a * green.x + b * green.y + c * green.z + green.w)
      unsafe result[x * 3 + 2] = byte(a * blue.x + b * blue.y + c * blue.z + blue.w)
    }
  }

  @inline(__always)
  private func byte(_ value: Float) -> UInt8 { UInt8(max(0, min(255, value + 0.5))) }
}

/// Rows of chroma at the resolution of luma.
///
/// Along a row the first of two luma samples lies on a chroma sample and the second between two
/// (type 0 of ITU-T H.265 §E.3.1, the default); down a column luma samples lie a quarter above and
/// below.
private struct ChromaRows {
  private let image: PlanarImage
  private let horizontal: Int
  private let vertical: Int

  init(_ image: PlanarImage) {
    self.image = image
    (horizontal, vertical) = image.chroma.subsampling
  }

  func row(_ y: Int, _ plane: Int, into result: inout [Float]) {
    let plane = image.planes[plane]
    let near = min(y / vertical, plane.height - 1)
    let far =
      vertical == 1 ? near : max(0, min(plane.height - 1, y % 2 == 0 ? near - 1 : near + 1))
    if near == far {
      plane.read(row: near, into: &result)
    } else {
      plane.read(row: near, mixedWith: far, into: &result)
    }
    guard horizontal == 2 else { return }
    // From the end, so that what is still needed is not written over.
    for column in stride(from: plane.width - 1, through: 0, by: -1) {
      let own = result[column]
      if column * 2 + 1 < result.count {
        let next = column + 1 < plane.width ? result[column * 2 + 2] : own
        result[column * 2 + 1] = (own + next) / 2
      }
      result[column * 2] = own
    }
  }
}

extension PlanarImage.Plane {
  /// Sets a row of `target`, which has 8 bits, to what `table` has for the samples of ours.
  ///
  /// - Parameter table: a value for each that a sample's bytes can have.
  fileprivate func lookUp(row y: Int, in table: [UInt8], into target: PlanarImage.Plane) {
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

  /// Reads a row to the start of `result`.
  fileprivate func read(row y: Int, into result: inout [Float]) {
    precondition(result.count >= width)
    // The row has `width` samples.
    if bytesPerSample == 1 {
      let source = unsafe row(y)
      for x in 0..<width { result[x] = unsafe Float(source[x]) }
    } else {
      let source = unsafe row(y).bindMemory(to: UInt16.self)
      for x in 0..<width { result[x] = unsafe Float(source[x]) }
    }
  }

  /// Reads three parts of a row with one part of another.
  fileprivate func read(row y: Int, mixedWith other: Int, into result: inout [Float]) {
    precondition(result.count >= width)
    // Both rows have `width` samples.
    if bytesPerSample == 1 {
      let (near, far) = unsafe (row(y), row(other))
      for x in 0..<width { result[x] = unsafe 0.75 * Float(near[x]) + 0.25 * Float(far[x]) }
    } else {
      let near = unsafe row(y).bindMemory(to: UInt16.self)
      let far = unsafe row(other).bindMemory(to: UInt16.self)
      for x in 0..<width { result[x] = unsafe 0.75 * Float(near[x]) + 0.25 * Float(far[x]) }
    }
  }
}

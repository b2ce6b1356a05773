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
}

extension PlanarImage {
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

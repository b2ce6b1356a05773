extension PlanarImage {
  /// An image for the oriented samples of one of `width` × `height`.
  convenience init(
    width: Int, height: Int, chroma: ChromaSampling, bitDepth: Int,
    oriented orientation: PixelOrientation
  ) {
    if orientation.isTransposed {
      self.init(width: height, height: width, chroma: chroma.rotated, bitDepth: bitDepth)
    } else {
      self.init(width: width, height: height, chroma: chroma, bitDepth: bitDepth)
    }
  }

  /// The image with rows and columns exchanged or reversed. Where rows or columns are reversed, the
  /// last of them are those of whole chroma samples.
  func oriented(_ orientation: PixelOrientation) -> PlanarImage {
    guard orientation != PixelOrientation() else { return self }
    let result = PlanarImage(
      width: width, height: height, chroma: chroma, bitDepth: bitDepth, oriented: orientation)
    result.take(self, at: 0, 0, oriented: orientation)
    return result
  }

  /// Copies a part of an oriented image to its position, which `column` and `row` state before that. It starts with
  /// a whole chroma sample.
  func take(_ part: PlanarImage, at column: Int, _ row: Int, oriented orientation: PixelOrientation)
  {
    let (horizontal, vertical) = part.chroma.subsampling
    for (index, plane) in planes.enumerated() {
      let (h, v) = index == 0 ? (1, 1) : (horizontal, vertical)
      plane.take(part.planes[index], at: column / h, row / v, oriented: orientation)
    }
  }

  /// Chroma at the resolution of luma.
  ///
  /// - Parameter siting: the siting of chroma, for interpolation between its samples; nil if each sample
  ///   is repeated.
  func withFullChroma(_ siting: ChromaSiting?) -> PlanarImage {
    guard chroma != .monochrome, chroma != .yuv444 else { return self }
    let result = PlanarImage(width: width, height: height, chroma: .yuv444, bitDepth: bitDepth)
    let (horizontal, vertical) = chroma.subsampling
    if let siting {
      result.planes[0].copy(planes[0])
      result.interpolateChroma(of: self, ChromaPlacement(siting))
      return result
    }
    for (index, plane) in planes.enumerated() {
      let target = result.planes[index]
      let (columns, rows) = index == 0 ? (1, 1) : (horizontal, vertical)
      for y in 0..<height { plane.repeatSamples(of: y / rows, into: y, of: target, columns) }
    }
    return result
  }
}

extension PlanarImage.Plane {
  /// Copies a row into a row of `target`, each sample 1 or 2 times.
  fileprivate func repeatSamples(
    of sourceRow: Int, into targetRow: Int, of target: PlanarImage.Plane, _ times: Int
  ) {
    precondition((target.width + times - 1) / times == width)
    precondition(target.bytesPerSample == bytesPerSample)
    // Both rows have as many samples as was just checked.
    let (source, line) = unsafe (row(sourceRow), target.row(targetRow))
    if times == 1 {
      unsafe line.copyMemory(from: UnsafeRawBufferPointer(source))
    } else if bytesPerSample == 1 {
      for x in 0..<target.width { unsafe line[x] = source[x / times] }
    } else {
      let source = unsafe source.bindMemory(to: UInt16.self)
      let line = unsafe line.bindMemory(to: UInt16.self)
      for x in 0..<target.width { unsafe line[x] = source[x / times] }
    }
  }

  /// Copies a part of an oriented plane to its position, which `x` and `y` state before that.
  fileprivate func take(
    _ part: PlanarImage.Plane, at x: Int, _ y: Int, oriented orientation: PixelOrientation
  ) {
    var (columns, rows) = (x..<x + part.width, y..<y + part.height)
    if orientation.isTransposed { (columns, rows) = (rows, columns) }
    if orientation.isFlippedHorizontally {
      columns = width - columns.upperBound..<width - columns.lowerBound
    }
    if orientation.isFlippedVertically {
      rows = height - rows.upperBound..<height - rows.lowerBound
    }
    let target = self.part(columns, rows)
    let (flipsColumns, flipsRows) = (
      orientation.isFlippedHorizontally, orientation.isFlippedVertically
    )
    if orientation.isTransposed {
      part.transpose(into: target, flipsColumns: flipsColumns, flipsRows: flipsRows)
    } else {
      part.mirror(into: target, flipsColumns: flipsColumns, flipsRows: flipsRows)
    }
  }

  /// Exchanges rows and columns, and then reverses the order of columns, rows or both.
  private func transpose(
    into target: PlanarImage.Plane, flipsColumns: Bool, flipsRows: Bool
  ) {
    precondition(target.width == height && target.height == width)
    precondition(target.bytesPerSample == bytesPerSample)
    guard bytesPerSample == 1 else {
      return transpose(
        into: target, flipsColumns, flipsRows, 0..<width, 0..<height, UInt16.self)
    }
    let (columns, rows) = (width & ~7, height & ~7)
    transposeSquares(into: target, flipsColumns, flipsRows, 0..<columns, 0..<rows)
    transpose(into: target, flipsColumns, flipsRows, columns..<width, 0..<height, UInt8.self)
    transpose(into: target, flipsColumns, flipsRows, 0..<columns, rows..<height, UInt8.self)
  }

  private func transpose<Sample: BitwiseCopyable>(
    into target: PlanarImage.Plane, _ flipsColumns: Bool, _ flipsRows: Bool,
    _ columns: Range<Int>, _ rows: Range<Int>, _: Sample.Type
  ) {
    let size = MemoryLayout<Sample>.stride
    // All indices are within the planes: x and y are in parts of `self`, and the sides of `target` are those of `self`
    // exchanged.
    guard let source = unsafe UnsafeRawPointer(memory.baseAddress),
      let destination = unsafe target.memory.baseAddress
    else { return }
    forEachBlock(of: 32, columns, rows) { columns, rows in
      for x in columns {
        let row = flipsRows ? width - 1 - x : x
        let line = unsafe destination.advanced(by: row * target.stride)
        for y in rows {
          let column = flipsColumns ? height - 1 - y : y
          unsafe line.storeBytes(
            of: source.load(fromByteOffset: y * stride + x * size, as: Sample.self),
            toByteOffset: column * size, as: Sample.self)
        }
      }
    }
  }

  /// The same for samples of one byte, in squares of 8 × 8.
  private func transposeSquares(
    into target: PlanarImage.Plane, _ flipsColumns: Bool, _ flipsRows: Bool,
    _ columns: Range<Int>, _ rows: Range<Int>
  ) {
    guard let source = unsafe UnsafeRawPointer(memory.baseAddress),
      let destination = unsafe target.memory.baseAddress
    else { return }
    // The rows of a square that is read from below are its columns in reverse.
    let step = flipsColumns ? -stride : stride
    let targetStep = flipsRows ? -target.stride : target.stride
    forEachBlock(of: 64, columns, rows) { columns, rows in
      forEachBlock(of: 8, columns, rows) { columns, rows in
        let (x, y) = (columns.lowerBound, rows.lowerBound)
        let first = unsafe source.advanced(by: (flipsColumns ? y + 7 : y) * stride + x)
        var square = Square { row in
          // All rows of the square are within this plane.
          unsafe first.loadUnaligned(fromByteOffset: row * step, as: UInt64.self)
        }
        square.transpose()
        let line = unsafe destination.advanced(
          by: (flipsRows ? width - 1 - x : x) * target.stride
            + (flipsColumns ? height - 8 - y : y))
        square.forEachRow { row, samples in
          // These rows are also within the target, because its sides are exchanged.
          unsafe line.storeBytes(of: samples, toByteOffset: row * targetStep, as: UInt64.self)
        }
      }
    }
  }

  /// Processes a part in blocks, so that rows of both planes stay in the cache.
  @inline(__always)
  private func forEachBlock(
    of size: Int, _ columns: Range<Int>, _ rows: Range<Int>,
    _ body: (_ columns: Range<Int>, _ rows: Range<Int>) -> Void
  ) {
    for y in Swift.stride(from: rows.lowerBound, to: rows.upperBound, by: size) {
      for x in Swift.stride(from: columns.lowerBound, to: columns.upperBound, by: size) {
        body(x..<min(x + size, columns.upperBound), y..<min(y + size, rows.upperBound))
      }
    }
  }

  /// Copies all rows with columns, rows or both in reverse.
  private func mirror(into target: PlanarImage.Plane, flipsColumns: Bool, flipsRows: Bool) {
    precondition(target.width == width && target.height == height)
    for y in 0..<height {
      // Both rows have `width` samples.
      let source = unsafe row(y)
      let line = unsafe target.row(flipsRows ? height - 1 - y : y)
      if !flipsColumns {
        unsafe line.copyMemory(from: UnsafeRawBufferPointer(source))
      } else if bytesPerSample == 1 {
        for x in 0..<width { unsafe line[width - 1 - x] = source[x] }
      } else {
        for x in 0..<width {
          unsafe line.storeBytes(
            of: source.load(fromByteOffset: x * 2, as: UInt16.self),
            toByteOffset: (width - 1 - x) * 2, as: UInt16.self)
        }
      }
    }
  }
}

/// 8 × 8 samples of one byte: a row in each word, with the first sample in the lowest byte.
private struct Square {
  private var rows = SIMD8<UInt64>()

  @inline(__always)
  init(_ row: (Int) -> UInt64) {
    for index in 0..<8 { rows[index] = UInt64(littleEndian: row(index)) }
  }

  /// Exchanges rows and columns: single samples, then groups of 2 × 2, then of 4 × 4.
  @inline(__always)
  mutating func transpose() {
    exchange(1, 0x00FF_00FF_00FF_00FF)
    exchange(2, 0x0000_FFFF_0000_FFFF)
    exchange(4, 0x0000_0000_FFFF_FFFF)
  }

  /// Swaps the two groups that are not on the diagonal in each square of 2 × 2 groups.
  @inline(__always)
  private mutating func exchange(_ size: Int, _ mask: UInt64) {
    let shift = UInt64(size * 8)
    for row in 0..<8 where row & size == 0 {
      let difference = (rows[row] &>> shift ^ rows[row + size]) & mask
      rows[row] ^= difference &<< shift
      rows[row + size] ^= difference
    }
  }

  @inline(__always)
  func forEachRow(_ body: (Int, UInt64) -> Void) {
    for row in 0..<8 { body(row, rows[row].littleEndian) }
  }
}

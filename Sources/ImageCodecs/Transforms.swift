extension PlanarImage {
  /// The picture with rows and columns exchanged or reversed as a placement says. Where rows or
  /// columns are reversed, the last of them are those of whole chroma samples.
  func turned(as placement: Placement) -> PlanarImage {
    let (flipsColumns, flipsRows) = (placement.isFlippedHorizontally, placement.isFlippedVertically)
    guard placement.isTransposed || flipsColumns || flipsRows else { return self }
    let result =
      placement.isTransposed
      ? PlanarImage(width: height, height: width, chroma: chroma.turned, bitDepth: bitDepth)
      : PlanarImage(width: width, height: height, chroma: chroma, bitDepth: bitDepth)
    for (source, target) in zip(planes, result.planes) {
      if placement.isTransposed {
        source.transpose(into: target, flipsColumns: flipsColumns, flipsRows: flipsRows)
      } else {
        source.mirror(into: target, flipsColumns: flipsColumns, flipsRows: flipsRows)
      }
    }
    return result
  }

  /// Chroma at the resolution of luma, each sample repeated.
  func withFullChroma() -> PlanarImage {
    guard chroma != .monochrome, chroma != .yuv444 else { return self }
    let result = PlanarImage(width: width, height: height, chroma: .yuv444, bitDepth: bitDepth)
    let (horizontal, vertical) = chroma.subsampling
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

  /// Exchanges rows and columns, and then reverses the order of columns, rows or both.
  fileprivate func transpose(
    into target: PlanarImage.Plane, flipsColumns: Bool, flipsRows: Bool
  ) {
    if bytesPerSample == 1 {
      transpose(into: target, flipsColumns, flipsRows, UInt8.self)
    } else {
      transpose(into: target, flipsColumns, flipsRows, UInt16.self)
    }
  }

  /// In blocks, so that rows of both planes stay in the cache.
  private func transpose<Sample: BitwiseCopyable>(
    into target: PlanarImage.Plane, _ flipsColumns: Bool, _ flipsRows: Bool, _: Sample.Type
  ) {
    precondition(target.width == height && target.height == width)
    let block = 32
    let size = MemoryLayout<Sample>.stride
    // All places are inside of the planes: x and y run over `self`, and the sides of `target` are
    // those of `self` exchanged.
    guard let source = unsafe UnsafeRawPointer(memory.baseAddress),
      let destination = unsafe target.memory.baseAddress
    else { return }
    for blockY in Swift.stride(from: 0, to: height, by: block) {
      let rows = blockY..<min(blockY + block, height)
      for blockX in Swift.stride(from: 0, to: width, by: block) {
        for x in blockX..<min(blockX + block, width) {
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
  }

  /// Copies all rows with columns, rows or both in reverse.
  fileprivate func mirror(into target: PlanarImage.Plane, flipsColumns: Bool, flipsRows: Bool) {
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

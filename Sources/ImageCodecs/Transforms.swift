import HEIF

extension PlanarImage {
  /// The picture after a transformation of its plan.
  ///
  /// Planes are moved as they are wherever chroma samples stay whole: always at full chroma
  /// resolution, otherwise where the edge that matters lies between chroma samples. Elsewhere
  /// chroma is brought to full resolution first.
  func applying(_ transform: ImagePlan.Transform, threads: Int = 1) -> PlanarImage {
    guard keepsChromaWhole(transform) else {
      return withFullChroma().applying(transform, threads: threads)
    }
    switch transform {
    case .crop(let x, let y, let width, let height):
      return cropped(x: x, y: y, width: width, height: height)
    case .rotate(quarterTurns: 1):
      return turned(threads) { $0.turn($2, into: $1, clockwise: false) }
    case .rotate(quarterTurns: 3):
      return turned(threads) { $0.turn($2, into: $1, clockwise: true) }
    case .rotate:
      return mapped(threads) { $0.mirror($2, into: $1, horizontally: true, vertically: true) }
    case .flipHorizontally:
      return mapped(threads) { $0.mirror($2, into: $1, horizontally: true, vertically: false) }
    case .flipVertically:
      return mapped(threads) { $0.mirror($2, into: $1, horizontally: false, vertically: true) }
    }
  }

  private func keepsChromaWhole(_ transform: ImagePlan.Transform) -> Bool {
    let (horizontal, vertical) = chroma.subsampling
    let wholeWidth = width % horizontal == 0
    let wholeHeight = height % vertical == 0
    switch transform {
    case .crop(let x, let y, _, _): return x % horizontal == 0 && y % vertical == 0
    // The edge that was at the end comes to the start.
    case .rotate(quarterTurns: 1): return wholeWidth
    case .rotate(quarterTurns: 3): return wholeHeight
    case .rotate: return wholeWidth && wholeHeight
    case .flipHorizontally: return wholeWidth
    case .flipVertically: return wholeHeight
    }
  }

  private func cropped(x: Int, y: Int, width: Int, height: Int) -> PlanarImage {
    let result = PlanarImage(width: width, height: height, chroma: chroma, bitDepth: bitDepth)
    let (horizontal, vertical) = chroma.subsampling
    for (index, plane) in planes.enumerated() {
      let target = result.planes[index]
      let left = index == 0 ? x : x / horizontal
      let top = index == 0 ? y : y / vertical
      precondition(left >= 0 && left + target.width <= plane.width)
      for row in 0..<target.height {
        let bytes = left * plane.bytesPerSample
        // As many samples as was just checked.
        unsafe target.row(row).copyMemory(
          from: UnsafeRawBufferPointer(
            rebasing: plane.row(top + row)[bytes..<bytes + target.width * plane.bytesPerSample]))
      }
    }
    return result
  }

  /// - Parameter move: moves rows of a plane to their place in another.
  private func mapped(_ threads: Int, _ move: @Sendable (Plane, Plane, Range<Int>) -> Void)
    -> PlanarImage
  {
    let result = PlanarImage(width: width, height: height, chroma: chroma, bitDepth: bitDepth)
    for (source, target) in zip(planes, result.planes) {
      Threads.ranges(of: source.height, threads) { move(source, target, $0) }
    }
    return result
  }

  private func turned(_ threads: Int, _ move: @Sendable (Plane, Plane, Range<Int>) -> Void)
    -> PlanarImage
  {
    let result = PlanarImage(
      width: height, height: width, chroma: chroma.turned, bitDepth: bitDepth)
    for (source, target) in zip(planes, result.planes) {
      Threads.ranges(of: source.height, threads) { move(source, target, $0) }
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

  /// Turns rows by 90 degrees into `target`, whose sides are exchanged.
  fileprivate func turn(
    _ rows: Range<Int>, into target: PlanarImage.Plane, clockwise: Bool
  ) {
    if bytesPerSample == 1 {
      turn(rows, into: target, clockwise: clockwise, UInt8.self)
    } else {
      turn(rows, into: target, clockwise: clockwise, UInt16.self)
    }
  }

  /// In blocks, so that rows of both planes stay in the cache.
  private func turn<Sample: BitwiseCopyable>(
    _ rows: Range<Int>, into target: PlanarImage.Plane, clockwise: Bool, _: Sample.Type
  ) {
    precondition(target.width == height && target.height == width)
    precondition(rows.lowerBound >= 0 && rows.upperBound <= height)
    let block = 32
    let size = MemoryLayout<Sample>.stride
    // All places are inside of the planes: x and y run over `self`, and the sides of `target` are
    // those of `self` exchanged.
    guard let source = unsafe UnsafeRawPointer(memory.baseAddress),
      let destination = unsafe target.memory.baseAddress
    else { return }
    var blockY = rows.lowerBound
    while blockY < rows.upperBound {
      let endY = min(blockY + block, rows.upperBound)
      var blockX = 0
      while blockX < width {
        let endX = min(blockX + block, width)
        for x in blockX..<endX {
          let row = clockwise ? x : width - 1 - x
          let line = unsafe destination.advanced(by: row * target.stride)
          for y in blockY..<endY {
            let column = clockwise ? height - 1 - y : y
            unsafe line.storeBytes(
              of: source.load(fromByteOffset: y * stride + x * size, as: Sample.self),
              toByteOffset: column * size, as: Sample.self)
          }
        }
        blockX = endX
      }
      blockY = endY
    }
  }

  /// Copies rows into `target` with rows, columns or both in reverse.
  fileprivate func mirror(
    _ rows: Range<Int>, into target: PlanarImage.Plane, horizontally: Bool, vertically: Bool
  ) {
    for y in rows {
      let source = unsafe row(y)
      let line = unsafe target.row(vertically ? height - 1 - y : y)
      if !horizontally {
        unsafe line.copyMemory(from: UnsafeRawBufferPointer(source))
      } else if bytesPerSample == 1 {
        for x in 0..<width { unsafe line[width - 1 - x] = source[x] }
      } else {
        // Rows have `width` samples of two bytes.
        for x in 0..<width {
          unsafe line.storeBytes(
            of: source.load(fromByteOffset: x * 2, as: UInt16.self),
            toByteOffset: (width - 1 - x) * 2, as: UInt16.self)
        }
      }
    }
  }
}

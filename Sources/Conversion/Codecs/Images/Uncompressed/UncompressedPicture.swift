import HEIF

/// The image that an uncompressed image becomes: which components are its planes, and what their
/// samples show.
struct UncompressedPicture {
  /// The properties of a plane.
  private struct Plane {
    /// The components; of luma, several may alternate.
    var components: [Int]
    var values: [SampleValues]
    /// The number of luma samples for each of its samples in a row, and in a column.
    var horizontal = 1
    var vertical = 1
  }

  let bitDepth: Int
  let chroma: ChromaSampling
  private let format: UncompressedFormat
  private let planes: [Plane]

  /// - Parameter isAlpha: whether it is the image of how opaque the image is.
  init(_ format: UncompressedFormat, isAlpha: Bool) throws(CodecError) {
    self.format = format
    let meanings: [UncompressedFormat.Meaning]
    do throws(UncompressedFormat.Refusal) { meanings = try format.planes(isAlpha: isAlpha) } catch {
      throw CodecError(error.sentence)
    }
    let components = format.components
    if let palette = format.palette {
      let depth = SampleValues.bitDepth(
        palette.components.filter { $0.meaning.map(meanings.contains) ?? false })
      let index = components.firstIndex { $0.meaning == .palette } ?? 0
      planes = meanings.map {
        Plane(components: [index], values: [SampleValues(palette, $0, to: depth)])
      }
      (bitDepth, chroma) = (depth, meanings.count == 1 ? .monochrome : .yuv444)
      return
    }
    let depth = SampleValues.bitDepth(
      components.filter { $0.meaning.map(meanings.contains) ?? false })
    planes = meanings.map { meaning in
      let own = components.indices.filter { components[$0].meaning == meaning }
      var plane = Plane(
        components: own, values: own.map { SampleValues(components[$0], to: depth) })
      if meaning == .cb || meaning == .cr {
        (plane.horizontal, plane.vertical) = format.sampling.factors
      }
      return plane
    }
    bitDepth = depth
    chroma =
      switch format.sampling {
      case _ where meanings.count == 1: .monochrome
      case .none: .yuv444
      case .yuv420: .yuv420
      case .yuv422, .yuv411: .yuv422
      }
  }

  /// Reads all samples.
  ///
  /// - Parameter bytes: at least as many bytes as the layout needs.
  func read(
    _ bytes: [UInt8], _ layout: UncompressedLayout, into image: PlanarImage
  ) throws(CodecError) {
    for (index, plane) in planes.enumerated() {
      guard format.sampling == .yuv411, plane.horizontal > 1 else {
        try read(plane, bytes, layout, into: image.planes[index])
        continue
      }
      let target = image.planes[index]
      let coarse = PlanarImage.Plane(
        width: target.width / 2, height: target.height, bytesPerSample: target.bytesPerSample)
      try read(plane, bytes, layout, into: coarse)
      target.interpolateColumns(of: coarse)
    }
  }

  private func read(
    _ plane: Plane, _ bytes: [UInt8], _ layout: UncompressedLayout, into target: PlanarImage.Plane
  ) throws(CodecError) {
    let width = format.tileSize.width / plane.horizontal
    let height = format.tileSize.height / plane.vertical
    for tile in 0..<format.tileColumns * format.tileRows {
      let (left, top) = (tile % format.tileColumns * width, tile / format.tileColumns * height)
      for (index, part) in layout.parts.enumerated() {
        var start = layout.start(ofPart: index, tile: tile)
        for row in 0..<part.rowCount {
          for line in part.lines {
            for (offset, component) in plane.components.enumerated()
            where !line.positions[component].isEmpty {
              try read(
                line.positions[component], plane.values[offset], bytes.span, at: start,
                into: target,
                left + offset, top + row, step: plane.components.count)
            }
            start += line.byteCount
          }
        }
      }
    }
  }

  /// Reads samples of a row.
  private func read(
    _ positions: [SamplePosition], _ values: SampleValues, _ bytes: Span<UInt8>, at start: Int,
    into target: PlanarImage.Plane, _ left: Int, _ row: Int, step: Int
  ) throws(CodecError) {
    var column = left
    for position in positions {
      let bits = position.bits(in: bytes, at: start)
      guard let value = values.shown(bits) else {
        throw CodecError("has the number \(bits) of a colour that its palette does not have")
      }
      target.set(value, column, row)
      column += step
    }
  }
}

extension PlanarImage.Plane {
  /// Fills this plane from one that has every second of its columns: those between are the mean of
  /// their neighbours.
  fileprivate func interpolateColumns(of coarse: PlanarImage.Plane) {
    for y in 0..<height {
      for x in 0..<coarse.width {
        let (own, next) = (coarse[x, y], coarse[min(x + 1, coarse.width - 1), y])
        set(own, x * 2, y)
        set(UInt16((UInt32(own) + UInt32(next) + 1) / 2), x * 2 + 1, y)
      }
    }
  }
}

/// The conversion of the stored samples of a component to those of the image.
enum SampleValues {
  /// A value for each sample of at most 16 bits, or for each colour of a palette.
  case table([UInt16])
  /// The highest 16 of more bits.
  case wide(UncompressedFormat.Component)
  /// 0 to 1, with 16 bits.
  case float(UncompressedFormat.Component)

  /// - Parameter bitDepth: of the image, 8 to 16.
  init(_ component: UncompressedFormat.Component, to bitDepth: Int) {
    let own = component.bitDepth
    guard component.number != .float else {
      self = .float(component)
      return
    }
    guard own <= 16 else {
      self = .wide(component)
      return
    }
    self = .table(
      (0..<1 << own).map { stored in
        // The zero of signed samples is the middle of the shown range.
        let sample = component.number == .signed ? stored ^ 1 << (own - 1) : stored
        return SampleValues.widened(sample, component, to: bitDepth)
      })
  }

  /// The colours of a palette.
  init(_ palette: UncompressedPalette, _ meaning: UncompressedFormat.Meaning, to bitDepth: Int) {
    guard let index = palette.components.firstIndex(where: { $0.meaning == meaning }) else {
      self = .table([UInt16](repeating: 0, count: palette.count))
      return
    }
    self = .table(
      palette.values(ofComponent: index).map { value in
        SampleValues.widened(value, palette.components[index], to: bitDepth)
      })
  }

  /// The bits that an image needs for these components, 8 to 16.
  static func bitDepth(_ components: [UncompressedFormat.Component]) -> Int {
    components.reduce(8) { max($0, $1.number == .float ? 16 : min(16, $1.bitDepth)) }
  }

  /// The highest sample of few bits is the highest of more; chroma keeps its middle.
  private static func widened(
    _ sample: Int, _ component: UncompressedFormat.Component, to bitDepth: Int
  ) -> UInt16 {
    let own = component.bitDepth
    if component.isChroma { return UInt16(sample << (bitDepth - own)) }
    let (top, ownTop) = ((1 << bitDepth) - 1, (1 << own) - 1)
    return UInt16((sample * top * 2 + ownTop) / (ownTop * 2))
  }

  /// The sample value for the bits of a sample; nil if they are not an index of the palette.
  @inline(__always)
  func shown(_ bits: UInt64) -> UInt16? {
    switch self {
    case .table(let values): bits < UInt64(values.count) ? values[Int(bits)] : nil
    case .wide(let component): SampleValues.highest(bits, component)
    case .float(let component): SampleValues.share(bits, component)
    }
  }

  private static func highest(
    _ bits: UInt64, _ component: UncompressedFormat.Component
  ) -> UInt16 {
    let sample = component.number == .signed ? bits ^ 1 << UInt64(component.bitDepth - 1) : bits
    return UInt16(truncatingIfNeeded: sample >> UInt64(component.bitDepth - 16))
  }

  private static func share(_ bits: UInt64, _ component: UncompressedFormat.Component) -> UInt16 {
    let number =
      switch component.bitDepth {
      case 64: Double(bitPattern: bits)
      case 32: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
      default: half(UInt16(truncatingIfNeeded: bits))
      }
    // NaN is black.
    return number > 0 ? UInt16((min(number, 1) * 65_535).rounded()) : 0
  }

  /// A number of 16 bits (IEEE 754 binary16), which not all processors have.
  private static func half(_ bits: UInt16) -> Double {
    let (exponent, fraction) = (Int(bits >> 10 & 0x1F), Double(bits & 0x3FF))
    let sign: Double = bits >> 15 == 0 ? 1 : -1
    switch exponent {
    case 0: return sign * fraction / 16_777_216
    case 31: return fraction == 0 ? sign * .infinity : .nan
    default:
      return sign * (1 + fraction / 1024)
        * Double(sign: .plus, exponent: exponent - 15, significand: 1)
    }
  }
}

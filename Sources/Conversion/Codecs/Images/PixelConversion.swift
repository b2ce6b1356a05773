import HEIF

/// Converts samples as they are coded to those of a JPEG file.
struct PixelConversion: Sendable {
  private let matrix: ColourMatrix
  private let mapping: ToneMapping?
  private let alternate: AlternatePicture?
  private let colours: ColourConverter?
  private let opacity: Opacity?
  private let chromaPlacement: ChromaPlacement

  /// - Parameters:
  ///   - mapsTones: whether HDR images are mapped to SDR.
  ///   - alternate: the SDR image that an HDR image has itself; nil for the usual curve.
  ///   - colours: the conversion of colours after that.
  ///   - opacity: the alpha of the image in its final size.
  init(
    _ plan: ImagePlan, mapsTones: Bool, alternate: AlternatePicture? = nil,
    colours: ColourConverter? = nil, opacity: Opacity? = nil
  ) throws(CodecError) {
    self.colours = colours
    self.opacity = opacity
    let colour = plan.sampleColour
    matrix = try ColourMatrix(colour)
    chromaPlacement = ChromaPlacement(plan)
    let peak = plan.peakLuminance > 0 ? Double(plan.peakLuminance) : nil
    self.alternate = mapsTones ? alternate : nil
    mapping = mapsTones && alternate == nil ? ToneMapping(colour, peak: peak) : nil
  }

  /// Whether JPEG can take the planes of an image in colour.
  var keepsPlanes: Bool {
    !isMapped && colours == nil && opacity == nil && matrix.kind == ColourMatrix.jpeg.kind
  }

  /// Samples in a form that JPEG supports do not change.
  func pixels(_ band: Band) throws(CodecError) -> JPEGFile.Pixels {
    let chroma = band.codedChroma
    if colours != nil || opacity != nil || alternate != nil {
      let rows = try coloured(band, bitDepth: 8)
      return JPEGFile.Pixels(
        opacity?.overWhite(rows, at: band.rows.lowerBound) ?? rows, chroma)
    }
    if keepsPlanes || mapping == nil && chroma == .monochrome {
      return .planes(band.core.with8BitFullRange(from: matrix))
    }
    let rows = band.start..<band.start + band.rows.count
    return .rgb(
      band.image.rgb(matrix, rows: rows, mapping, chromaPlacement),
      chroma == .monochrome ? .yuv420 : chroma)
  }

  /// Whether red, green and blue of an image have more than 8 bits.
  func isDeep(_ image: PlanarImage) -> Bool { matrix.colourBits(image.bitDepth) > 8 }

  /// Whether the light of an HDR image is brought into the range of a screen.
  var isMapped: Bool { mapping != nil || alternate != nil }

  /// - Parameter bitDepth: 8 or 16.
  func rows(_ band: Band, bitDepth: Int) throws(CodecError) -> SampleRows {
    let rows = try coloured(band, bitDepth: bitDepth)
    return opacity?.added(to: rows, at: band.rows.lowerBound) ?? rows
  }

  /// The rows without their opacity.
  private func coloured(_ band: Band, bitDepth: Int) throws(CodecError) -> SampleRows {
    let rows = band.start..<band.start + band.rows.count
    if let alternate {
      let light = SampleRows(
        width: band.image.width, height: rows.count, channels: 3, bitDepth: 16,
        bytes: band.image.rgb16(matrix, rows: rows, chromaPlacement))
      let own = alternate.rows(light, at: band.rows.lowerBound)
      let whole = opacity?.unmultiplied(own, at: band.rows.lowerBound) ?? own
      return try colours?.converted(whole) ?? whole
    }
    let isGray = band.image.chroma == .monochrome
    let bytes =
      bitDepth == 8
      ? band.image.rgb(matrix, rows: rows, mapping, chromaPlacement).samples
      : band.image.rgb16(matrix, rows: rows, chromaPlacement)
    let sampleBytes = bitDepth / 8
    let all = SampleRows(
      width: band.image.width, height: rows.count, channels: isGray ? 1 : 3, bitDepth: bitDepth,
      bytes: isGray ? every(sampleBytes, of: sampleBytes * 3, in: bytes) : bytes)
    let own = opacity?.unmultiplied(all, at: band.rows.lowerBound) ?? all
    return try colours?.converted(own) ?? own
  }

  /// The first `count` of each `step` bytes.
  private func every(_ count: Int, of step: Int, in bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: step).flatMap { bytes[$0..<$0 + count] }
  }
}

extension JPEGFile.Pixels {
  /// - Parameters:
  ///   - rows: of 8 bits.
  ///   - chroma: how coarse chroma becomes.
  fileprivate init(_ rows: SampleRows, _ chroma: ChromaSampling) {
    guard rows.channels == 1 else {
      let image = RGBImage(width: rows.width, height: rows.height, samples: rows.bytes)
      self = .rgb(image, chroma == .monochrome ? .yuv420 : chroma)
      return
    }
    let image = PlanarImage(
      width: rows.width, height: rows.height, chroma: .monochrome, bitDepth: 8)
    // The rows have as many bytes as the image has samples.
    precondition(rows.bytes.count == rows.width * rows.height)
    unsafe rows.bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe image.planes[0].copy(
        start, stride: rows.width, width: rows.width, height: rows.height, to: 0, 0)
    }
    self = .planes(image)
  }
}

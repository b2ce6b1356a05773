import HEIF

/// From samples as they are coded to those of a JPEG file.
struct SampleConversion: Sendable {
  private let matrix: ColourMatrix
  private let mapping: ToneMapping?
  private let siting: ChromaSiting

  /// - Parameter mapsTones: whether the light of HDR pictures is brought into the range of a screen.
  init(_ plan: ImagePlan, mapsTones: Bool) throws(CodecError) {
    let colour = plan.sampleColour
    matrix = try ColourMatrix(colour)
    siting = ChromaSiting(plan.coding)
    let peak = plan.peakLuminance > 0 ? Double(plan.peakLuminance) : nil
    mapping = mapsTones ? ToneMapping(colour, peak: peak) : nil
  }

  /// What JPEG can take as it is stays as it is.
  func pixels(_ band: Band) -> JPEGFile.Pixels {
    let chroma = band.image.chroma
    if mapping == nil, chroma == .monochrome || matrix.kind == ColourMatrix.jpeg.kind {
      return .planes(band.core.with8BitFullRange(from: matrix))
    }
    let rows = band.start..<band.start + band.rows.count
    return .rgb(
      band.image.rgb(matrix, rows: rows, mapping, siting), chroma == .monochrome ? .yuv420 : chroma)
  }

  /// Whether the light of an HDR picture is brought into the range of a screen.
  var isMapped: Bool { mapping != nil }

  /// - Parameter bitDepth: 8 or 16.
  func rows(_ band: Band, bitDepth: Int) -> PNGRows {
    let rows = band.start..<band.start + band.rows.count
    let isGray = band.image.chroma == .monochrome
    let bytes =
      bitDepth == 8
      ? band.image.rgb(matrix, rows: rows, mapping, siting).samples
      : band.image.rgb16(matrix, rows: rows, siting)
    let sampleBytes = bitDepth / 8
    return PNGRows(
      width: band.image.width, height: rows.count, channels: isGray ? 1 : 3, bitDepth: bitDepth,
      bytes: isGray ? every(sampleBytes, of: sampleBytes * 3, in: bytes) : bytes)
  }

  /// The first `count` of each `step` bytes.
  private func every(_ count: Int, of step: Int, in bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: step).flatMap { bytes[$0..<$0 + count] }
  }
}

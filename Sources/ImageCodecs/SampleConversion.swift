import HEIF

/// From samples as they are coded to those of a JPEG file.
struct SampleConversion: Sendable {
  private let matrix: ColourMatrix
  private let mapping: ToneMapping?

  /// - Parameter mapsTones: whether the light of HDR pictures is brought into the range of a screen.
  init(
    _ colour: CodingIndependentCodePoints, mapsTones: Bool, peakLuminance: Int
  ) throws(CodecError) {
    matrix = try ColourMatrix(colour)
    mapping =
      mapsTones
      ? ToneMapping(colour, peak: peakLuminance > 0 ? Double(peakLuminance) : nil) : nil
  }

  /// What JPEG can take as it is stays as it is.
  func pixels(_ band: Band) -> JPEGFile.Pixels {
    let chroma = band.image.chroma
    if mapping == nil, chroma == .monochrome || matrix.kind == ColourMatrix.jpeg.kind {
      return .planes(band.core.with8BitFullRange(from: matrix))
    }
    let rows = band.start..<band.start + band.rows.count
    return .rgb(
      band.image.rgb(matrix, rows: rows, mapping), chroma == .monochrome ? .yuv420 : chroma)
  }
}

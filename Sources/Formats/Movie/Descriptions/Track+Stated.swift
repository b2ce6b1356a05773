package import HEIF
package import ISOBMFF

extension Track {
  /// The readable part of the first sample. It makes no index of all samples.
  package func firstSample(_ entry: Box, in bytes: Bytes) -> Bytes? {
    guard !["encv", "enca"].contains(entry.type),
      let sample = samples.first(where: { _ in true }),
      sample.location == .file(0)
    else { return nil }
    return bytes.part(sample.fileRange)
  }

  /// The colours that a sample entry states, or else the bitstream.
  package static func colour(
    of entry: Box, _ codec: CodecDescription?
  ) -> CodingIndependentCodePoints? {
    guard let box = entry.children.first(ColourInformationBox.self), !box.hasProfile else {
      return codec?.colour
    }
    var points = CodingIndependentCodePoints()
    points.colourPrimaries = box.colourPrimaries
    points.transferCharacteristics = box.transferCharacteristics
    points.matrixCoefficients = box.matrixCoefficients
    return points
  }
}

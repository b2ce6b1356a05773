import HEIF
import ISOBMFF

extension Box {
  /// A `colr` box with other colours; any other box is returned unchanged.
  func stating(_ colour: CodingIndependentCodePoints) -> Box {
    guard var box = self[ColourInformationBox.self], !box.hasProfile else { return self }
    box.colourPrimaries = colour.colourPrimaries
    box.transferCharacteristics = colour.transferCharacteristics
    box.matrixCoefficients = colour.matrixCoefficients
    // QuickTime's form (nclc) has no field for the range.
    if box.colourType == "nclx", box.hasFullRangeFlag { box.isFullRange = colour.isFullRange }
    var copy = self
    copy[ColourInformationBox.self] = box
    return copy
  }
}

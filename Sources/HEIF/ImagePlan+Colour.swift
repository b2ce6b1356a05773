public import HEVC

extension ImagePlan {
  /// The colour code points of the samples: those of the container, or else those of the bitstream.
  ///
  /// According to MIAF, full range is assumed without reading the bitstream (ISO/IEC 23000-22 §7.3.6.4). But pictures
  /// without colour information in the container come from video encoders. If the bitstream does not state the range,
  /// either, their samples have the limited range that is the default of HEVC and AVC (ITU-T H.265 §E.3.1). libheif
  /// reads them in the same way.
  public var sampleColour: CodingIndependentCodePoints {
    guard var stated = colour else { return codedColour }
    // Red, green and blue components need no matrix; that of the file is ignored.
    if coding == .uncompressed, codedColour.matrixCoefficients == 0 {
      stated.matrixCoefficients = 0
    }
    return stated
  }
}

extension CodingIndependentCodePoints {
  /// The colours that the bitstream of an HEVC image states; the defaults of ITU-T H.265 §E.3.1 if it states none.
  ///
  /// - Parameters:
  ///   - parameterSets: the parameter sets of the decoder configuration.
  ///   - data: the coded image, which has the parameter sets if the configuration has none (`hev1`).
  package init(hevc parameterSets: [[UInt8]], lengthSize: Int, data: () -> Bytes?) {
    self.init()
    let set =
      CodingIndependentCodePoints.sequence(in: parameterSets.map { Bytes($0) })
      ?? data().flatMap { try? LengthPrefixed.nalUnits(in: $0, lengthSize: lengthSize) }
      .flatMap(CodingIndependentCodePoints.sequence)
    if let signal = set?.vui?.videoSignal { self.init(signal) }
  }

  /// The first SPS of the base layer.
  private static func sequence(in units: [Bytes]) -> SequenceParameterSet? {
    for unit in units where NALUnit.type(of: unit) == .sequenceParameterSet {
      if let set = try? SequenceParameterSet(nalUnit: unit), set.header.layerID == 0 { return set }
    }
    return nil
  }

  /// The code points of the VUI of HEVC and AVC.
  public init(_ signal: VideoSignal) {
    self.init()
    isFullRange = signal.isFullRange
    guard let colour = signal.colour else { return }
    colourPrimaries = UInt16(colour.colourPrimaries)
    transferCharacteristics = UInt16(colour.transferCharacteristics)
    matrixCoefficients = UInt16(colour.matrixCoefficients)
  }
}

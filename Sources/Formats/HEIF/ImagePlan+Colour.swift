public import HEVC

extension ImagePlan {
  /// The colour code points of the samples: those of the container, or else those of the bitstream.
  ///
  /// According to MIAF, full range is assumed without reading the bitstream (ISO/IEC 23000-22 §7.3.6.4). But images
  /// without colour information in the container come from video encoders. If the bitstream does not state the range,
  /// either, their samples have the limited range that is the default of HEVC and AVC (ITU-T H.265 §E.3.1). libheif
  /// reads them in the same way.
  public var sampleColour: CodingIndependentCodePoints {
    guard var stated = colour else { return codedColour }
    // Red, green and blue components need no matrix; that of the file is ignored.
    if codec == .uncompressed, codedColour.matrixCoefficients == 0 {
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

extension HEIFFile {
  /// The colours that the bitstream of a coded image states, in its configuration or in its data; nil if it states none.
  public func bitstreamColour(of item: Item) -> CodingIndependentCodePoints? {
    if let colour = item.codedFormat?.colour { return colour }
    // The sequence header is in the data, and may be missing in the configuration.
    guard item.type == "av01", let data = try? data(of: item.id) else { return nil }
    return CodingIndependentCodePoints(av1: data)
  }
}

extension CodingIndependentCodePoints {
  /// How these colours, of a container, contradict those of its bitstream, as parts of a sentence; empty if they do not.
  public func contradictions(to inside: CodingIndependentCodePoints) -> [String] {
    // Numbers with the same meaning (ITU-T H.273 Tables 2 to 4), each with the first of them.
    let primaries: [UInt16: UInt16] = [7: 6]
    let transfers: [UInt16: UInt16] = [6: 1, 14: 1, 15: 1]
    let matrices: [UInt16: UInt16] = [6: 5]
    let parts: [(String, [UInt16: UInt16], UInt16, UInt16)] = [
      ("primaries", primaries, colourPrimaries, inside.colourPrimaries),
      ("transfer", transfers, transferCharacteristics, inside.transferCharacteristics),
      ("matrix", matrices, matrixCoefficients, inside.matrixCoefficients),
    ]
    var differences: [String] = []
    // 2 is "unspecified", which contradicts nothing.
    for (name, same, stated, inside) in parts where stated != 2 && inside != 2 {
      guard same[stated] ?? stated != same[inside] ?? inside else { continue }
      differences.append("\(name) \(stated), not \(inside)")
    }
    if isFullRange != inside.isFullRange {
      let name = { (isFull: Bool) in isFull ? "full" : "limited" }
      differences.append("\(name(isFullRange)), not \(name(inside.isFullRange)) range")
    }
    return differences
  }
}

import FieldCoding

/// Finds samples of audio whose frames state their length. A sample has one frame, or several if the reference's samples
/// have several.
struct AudioFrameReader: LostSampleReader {
  let syntax: AudioFrameSyntax
  /// Nil if only ``sizes`` tell.
  let framesPerSample: Int?
  let sizes: ReferenceSizes
  var certainty: Certainty { .bySyntax }
  var isAudio: Bool { true }

  /// Whether only sizes count that the reference has.
  private var isStrict = false

  init(syntax: AudioFrameSyntax, framesPerSample: Int?, sizes: ReferenceSizes) {
    self.syntax = syntax
    self.framesPerSample = framesPerSample
    self.sizes = sizes
  }

  var thorough: any LostSampleReader {
    var reader = self
    reader.isStrict = sizes.areFew
    return reader
  }

  var firstWords: [ClosedRange<UInt32>] { syntax.firstWords }

  /// Samples with more frames are not usual.
  private static let mostFrames = 32

  func answer(at start: Int, in data: Bytes) -> ReaderAnswer {
    var position = start
    var readings: [Reading] = []
    for number in 1...(framesPerSample ?? AudioFrameReader.mostFrames) {
      guard let header = data.part(position..<min(position + headerSize, data.count)),
        let byteCount = syntax.byteCount(header)
      else { break }
      guard byteCount <= data.count - position else {
        return readings.isEmpty ? .torn : .readings(readings)
      }
      position += byteCount
      let size = position - start
      if let framesPerSample, number < framesPerSample { continue }
      guard framesPerSample != nil || size <= sizes.greatest else { break }
      guard framesPerSample != nil || size >= sizes.least else { continue }
      let isUsual = sizes.values.contains(size)
      if isStrict, !isUsual { continue }
      readings.append(Reading(byteCount: size, cost: isUsual ? 4 : 12))
    }
    return readings.isEmpty ? .none : .readings(readings)
  }

  private var headerSize: Int { AudioFrameSyntax.headerSize }
}

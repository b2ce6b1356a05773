import ISOBMFF
import Movie

extension LearnedSamplesBox {
  /// Finds samples by the learned properties; nil if the sample entry describes another codec.
  ///
  /// - Parameters:
  ///   - entry: the sample entry of the track.
  ///   - sizes: the sizes of the track's samples.
  func reader(_ entry: Box, _ sizes: ReferenceSizes) -> (any LostSampleReader)? {
    switch Codec(rawValue: codec) {
    case .nalUnits: pictureReader(entry, sizes, allowsZeros: false)
    case .filledNALUnits: pictureReader(entry, sizes, allowsZeros: true)
    case .aac: audioReader(entry, sizes, anyPadding: false)
    case .paddedAAC: audioReader(entry, sizes, anyPadding: true)
    case .timedMetadata: TimedMetadataReader(self, sizes)
    case .keysAndLengths:
      GoProMetadataReader(firstKeys: Set(firstKeys.map { Int($0) }), sizes: sizes)
    case .commonStart: ReferencePatternReader(self, sizes)
    case .proRes: ProResReader(entry, sizes)
    case .audioFrames:
      AudioFrameSyntax(entry).map {
        AudioFrameReader(
          syntax: $0, framesPerSample: $0.framesPerSample(entry), sizes: sizes)
      }
    case .alac: ALACReader(entry, sizes)
    case .jpegImages: MotionJPEGReader(sizes: sizes)
    case .openBitstreamUnits: OBUReader(parameterSets.map(\.bytes), sizes)
    case .startCodes: StartCodeReader(entry, self, sizes)
    case nil: nil
    }
  }

  private func audioReader(
    _ entry: Box, _ sizes: ReferenceSizes, anyPadding: Bool
  ) -> (any LostSampleReader)? {
    entry.scaleFactorBands.map {
      AACReader(bands: $0, elements: Set(elements), sizes: sizes, anyPadding: anyPadding)
    }
  }

  private func pictureReader(
    _ entry: Box, _ sizes: ReferenceSizes, allowsZeros: Bool
  ) -> (any LostSampleReader)? {
    let (sets, types) = (parameterSets.map(\.bytes), Set(unitTypes))
    if let record = entry.children.first(HEVCConfigurationBox.self)?.record {
      return HEVCSyntax(record, besides: sets, types: types)
        .map { FrameReader(syntax: $0, sizes: sizes, allowsZeros: allowsZeros) }
    }
    if let record = entry.children.first(AVCConfigurationBox.self)?.record {
      return AVCSyntax(record, besides: sets, types: types)
        .map { FrameReader(syntax: $0, sizes: sizes, allowsZeros: allowsZeros) }
    }
    return nil
  }
}

extension Box {
  /// The scale factor bands of AAC LC for a sample entry; nil for another codec.
  var scaleFactorBands: ScaleFactorBands? {
    guard
      let configuration = self[AudioSampleEntry.self]?.elementaryStream?.audioConfiguration,
      [2, 5, 29].contains(configuration.audioObjectType),
      configuration.generalAudio?.hasShortFrames == false
    else { return nil }
    return ScaleFactorBands(samplingFrequencyIndex: Int(configuration.samplingFrequencyIndex))
  }
}

import HEIF
import ISOBMFF
package import NALUnits

/// The properties of a video or audio track that playlists and manifests state.
package struct StreamedTrack: Sendable {
  /// The dynamic range of frames (RFC 8216bis, VIDEO-RANGE).
  package enum VideoRange: String, Sendable {
    case standard = "SDR"
    case hlg = "HLG"
    case pq = "PQ"
  }

  /// The type of the sample entry.
  package let entry: FourCC
  /// `hvc1.2.4.L153.B0` (RFC 6381).
  package let codec: String
  /// `dvh1.08.04/db4h`: the codec for players that support it (SUPPLEMENTAL-CODECS).
  package let supplementalCodec: String?
  package private(set) var range = VideoRange.standard
  /// Colour primaries, transfer characteristics and matrix coefficients (ISO/IEC 23091-2); nil where nothing says
  /// them.
  package private(set) var colour: (primaries: Int, transfer: Int, matrix: Int)?
  /// The size in which frames are shown, in samples; 0 for audio.
  package private(set) var width = 0
  package private(set) var height = 0
  /// Whether columns are shown as rows (`tkhd`).
  private var isRotated = false
  /// Whether a second layer in the samples (LCEVC) makes the frames larger for players that know it.
  package var isEnhanced = false
  /// Frames in a second, as most of them last.
  package var frameRate: Double?
  /// Channels of audio; 0 for frames.
  package private(set) var channels = 0
  package private(set) var samplesPerSecond = 0.0
  /// Whether there are objects besides the channels, as in Dolby Atmos.
  package private(set) var hasObjects = false

  /// Nil for a track without a sample entry of frames or audio.
  ///
  /// - Parameter bytes: the bytes of the file; the first sample may have more information.
  package init?(_ track: Track, in bytes: Bytes) {
    guard let box = track.sampleEntries.first else { return nil }
    let format = CodecDescription(entry: box)
    entry = box.type
    codec = format.codec
    supplementalCodec = format.supplementalCodec
    if let picture = box[VisualSampleEntry.self] {
      describe(picture, box, format, track, in: bytes)
    } else if let audio = box[AudioSampleEntry.self] {
      let description = AudioDescription(format.type, audio)
      channels = description.channels
      samplesPerSecond = description.samplesPerSecond
      hasObjects = description.hasAtmos
    } else {
      return nil
    }
  }

  /// The properties of an elementary stream without a sample entry.
  ///
  /// - Parameters:
  ///   - entry: the type of its sample entry in boxes.
  ///   - size: the size of frames, in samples.
  ///   - aspect: the aspect ratio of these samples.
  package init(
    entry: FourCC, codec: String, size: PictureSize? = nil, aspect: AspectRatio? = nil,
    colour stated: ColourDescription? = nil, channels: Int = 0, samplesPerSecond: Double = 0
  ) {
    (self.entry, self.codec, supplementalCodec) = (entry, codec, nil)
    (self.channels, self.samplesPerSecond) = (channels, samplesPerSecond)
    if let size {
      (width, height) = (size.width, size.height)
      if let (across, down) = aspect?.ratio { stretch(Double(across) / Double(down)) }
    }
    if let stated {
      colour = (
        Int(stated.colourPrimaries), Int(stated.transferCharacteristics),
        Int(stated.matrixCoefficients)
      )
      // ITU-T H.273 Table 3.
      if stated.transferCharacteristics == 16 { range = .pq }
      if stated.transferCharacteristics == 18 { range = .hlg }
    }
  }

  /// Whether a player shows frames of this size, in samples. For rotated movies, the coded size is also accepted:
  /// some writers state it, and players rotate the frames anyway.
  package func shows(_ width: Int, _ height: Int) -> Bool {
    (width, height) == (self.width, self.height)
      || isRotated && (height, width) == (self.width, self.height)
      || isEnhanced && width >= self.width && height >= self.height
  }

  /// Multiplies the width by the aspect ratio of the samples.
  private mutating func stretch(_ ratio: Double) {
    width = Int(min((Double(width) * ratio).rounded(), 65_535))
  }

  private mutating func describe(
    _ picture: VisualSampleEntry, _ box: Box, _ format: CodecDescription, _ track: Track,
    in bytes: Bytes
  ) {
    (width, height) = (Int(picture.width), Int(picture.height))
    let shape = track.pixelShape(of: box)
    stretch(Double(shape.hSpacing) / Double(shape.vSpacing))
    if track.matrix.swapsSides {
      isRotated = true
      swap(&width, &height)
    }
    if let stated = Track.colour(of: box, format) {
      colour = (
        Int(stated.colourPrimaries), Int(stated.transferCharacteristics),
        Int(stated.matrixCoefficients)
      )
    }
    let sample = track.firstSample(box, in: bytes)
    isEnhanced =
      picture.children.first(LCEVCConfigurationBox.self) != nil
      || sample.map {
        SampleMessageSummary($0, box.children).messages.contains(where: \.isEnhancement)
      }
        ?? false
    let dynamic = DynamicRangeSummary(
      box.children, Track.colour(of: box, format), sample: sample)
    let kinds = Set(dynamic?.kinds ?? [])
    if kinds.contains("HLG") {
      range = .hlg
    } else if !kinds.isDisjoint(with: ["HDR10", "HDR10+", "PQ"])
      || kinds.contains("Dolby Vision") && dynamic?.dolbyVision?.baseLayer == nil
    {
      range = .pq
    }
    let second = Double(track.timescale)
    frameRate =
      FrameRate(
        track.samples.prefix(FrameRate.mostFrames).map(\.compositionTime), timescale: second)?
      .usual
      ?? track.samples.first { $0.duration > 0 }.map { second / Double($0.duration) }
  }
}

extension SEIMessage {
  /// Whether it is a second layer of the frame (LCEVC, ISO/IEC 23094-2).
  package var isEnhancement: Bool {
    (try? content(as: UserDataRegistered.self))?.provider.isLCEVC ?? false
  }
}

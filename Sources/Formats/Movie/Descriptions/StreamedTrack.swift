import AV1
import AVC
package import HEIF
import HEVC
package import ISOBMFF
package import NALUnits
import VVC

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

/// The division of the coded data of an item or a track into units, and their types.
package struct InspectedUnits {
  /// A NAL unit, or an open bitstream unit of AV1.
  package struct Unit {
    package var type: UInt8
    /// The name that the standard gives it: `IDR_W_RADL`.
    package var name: String
    /// "I", "P", "B", "IDR", ...; nil if the unit is not a picture.
    package var pictureType: String?
    /// A NAL unit with its header and without its length; of AV1 the payload.
    package var bytes: Bytes
    var openBitstreamUnit: OpenBitstreamUnit?
  }

  /// The information about slices in the parameter sets so far.
  private enum Codec {
    case hevc(HEVC.ParameterSets)
    case avc(AVC.ParameterSets)
    case vvc
    case evc
    case av1(SequenceHeader?)
  }

  private var codec: Codec
  private let lengthSize: Int

  /// The layout that a configuration record states. Nil if none of `boxes`, properties or children
  /// of a sample entry, is one.
  package init?(configuredBy boxes: [Box]) {
    let hevc = boxes.first(HEVCConfigurationBox.self)?.record
    let layers = boxes.first(LayeredHEVCConfigurationBox.self)?.record
    let avc = boxes.first(AVCConfigurationBox.self)?.record
    let scalable = InspectedUnits.scalable(boxes)
    if let size = hevc?.lengthSizeMinusOne ?? layers?.lengthSizeMinusOne {
      lengthSize = Int(size) + 1
      let arrays = (hevc?.arrays ?? []) + (layers?.arrays ?? [])
      codec = .hevc(HEVC.ParameterSets(nalUnits: arrays.flatMap(\.nalUnits)))
    } else if let size = avc?.lengthSizeMinusOne ?? scalable.first?.lengthSizeMinusOne {
      lengthSize = Int(size) + 1
      var sets = AVC.ParameterSets()
      for unit in avc?.nalUnits ?? [] { try? sets.add(unit) }
      for record in scalable {
        for unit in record.sequenceParameterSets + record.pictureParameterSets {
          try? sets.add(unit)
        }
      }
      codec = .avc(sets)
    } else if let box = boxes.first(VvcConfigurationBox.self) {
      lengthSize = Int(box.record.lengthSizeMinusOne) + 1
      codec = .vvc
    } else if let box = boxes.first(EVCConfigurationBox.self) {
      lengthSize = Int(box.lengthSizeMinusOne) + 1
      codec = .evc
    } else if boxes.first(AV1CodecConfigurationBox.self) != nil {
      lengthSize = 0
      codec = .av1(nil)
    } else {
      return nil
    }
  }

  /// The records of further layers and views of AVC.
  package static func scalable(_ boxes: [Box]) -> [ScalableDecoderConfigurationRecord] {
    [
      boxes.first(SVCConfigurationBox.self)?.config, boxes.first(MVCConfigurationBox.self)?.config,
      boxes.first(MVCDConfigurationBox.self)?.config,
      boxes.first(A3DConfigurationBox.self)?.config,
    ].compactMap { $0 }
  }

  /// Describes the known fields of a unit to `sink`.
  package func describe(_ unit: Unit, to sink: any FieldSink) {
    switch codec {
    case .hevc(let sets): HEVC.NALUnit.describe(unit.bytes, sets: sets, to: sink)
    case .avc(let sets): AVC.NALUnit.describe(unit.bytes, sets: sets, to: sink)
    case .vvc: VVC.NALUnitHeader.describe(nalUnit: unit.bytes, to: sink)
    case .evc:
      // A unit without a complete header has no fields.
      _ = try? EVCNALUnitHeader(decoding: unit.bytes, sink: sink)
    case .av1(let sequence): unit.openBitstreamUnit?.describe(sequence: sequence, to: sink)
    }
  }

  /// The units of a sample, or of an item. Parameter sets among them apply to the following ones.
  package mutating func units(in data: Bytes) throws(FieldError) -> [Unit] {
    if case .av1 = codec { return try OpenBitstreamUnit.units(in: data).map { unit($0) } }
    return try LengthPrefixed.nalUnits(in: data, lengthSize: lengthSize).map { unit($0) }
  }

  private mutating func unit(_ bytes: Bytes) -> Unit {
    switch codec {
    case .hevc(var sets):
      let type = HEVC.NALUnit.type(of: bytes)
      if let type, !type.isVideoCodingLayer {
        try? sets.insert(nalUnit: bytes)
        codec = .hevc(sets)
      }
      return Unit(
        type: type?.rawValue ?? 0, name: type.map { "\($0)" } ?? "?",
        pictureType: HEVC.PictureType(nalUnit: bytes, sets: sets)?.description, bytes: bytes)
    case .avc(var sets):
      let type = AVC.NALUnit.type(of: bytes)
      if let type, !type.isVideoCodingLayer {
        try? sets.add(bytes)
        codec = .avc(sets)
      }
      return Unit(
        type: type?.rawValue ?? 0, name: type.map { "\($0)" } ?? "?",
        pictureType: InspectedUnits.pictureType(bytes, type, sets), bytes: bytes)
    case .evc:
      let type = (try? EVCNALUnitHeader(decoding: bytes))?.type
      return Unit(
        type: type ?? 0, name: InspectedUnits.evcName(type), pictureType: type == 1 ? "IDR" : nil,
        bytes: bytes)
    case .vvc, .av1:
      let type = VVC.NALUnitHeader.type(of: bytes)
      let starts = [7: "IDR", 8: "IDR", 9: "CRA", 10: "GDR"]
      return Unit(
        type: type?.rawValue ?? 0, name: type.map { "\($0)" } ?? "?",
        pictureType: type.flatMap { starts[Int($0.rawValue)] }, bytes: bytes)
    }
  }

  private mutating func unit(_ unit: OpenBitstreamUnit) -> Unit {
    if let header = try? SequenceHeader(unit) { codec = .av1(header) }
    var pictureType: String?
    if case .av1(let sequence?) = codec,
      let frame = try? FrameHeader(unit, sequence: sequence)
    {
      pictureType =
        frame.shownFrameIndex == nil
        ? FrameHeader.FrameType.names[UInt64(frame.type.rawValue)] : "shows a decoded frame"
    }
    return Unit(
      type: unit.header.type.rawValue, name: "\(unit.header.type)", pictureType: pictureType,
      bytes: unit.payload, openBitstreamUnit: unit)
  }

  private static func evcName(_ type: UInt8?) -> String {
    guard let type else { return "?" }
    return EVCNALUnitHeader.typeNames[UInt64(type)] ?? "NAL unit type \(type)"
  }

  private static func pictureType(
    _ bytes: Bytes, _ type: AVC.NALUnitType?, _ sets: AVC.ParameterSets
  ) -> String? {
    guard let type, AVC.SliceHeader.types.contains(type) else { return nil }
    if type.isInstantaneousRefresh { return "IDR" }
    guard let header = try? AVC.SliceHeader(nalUnit: bytes, sets: sets) else { return nil }
    return AVC.SliceHeader.typeNames[UInt64(header.type)]
  }
}

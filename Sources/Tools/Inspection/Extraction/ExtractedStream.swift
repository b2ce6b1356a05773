import AV1
import AVC
import HEVC
import ISOBMFF
import Movie
import VVC

/// The conversion of the coded data of an item or a track to a stream for decoders.
struct ExtractedStream {
  enum Format {
    /// NAL units after start codes, with the parameter sets at the start (ITU-T H.264, H.265, H.266 Annex B).
    case annexB(lengthSize: Int, parameterSets: [Bytes])
    /// NAL units of EVC after length fields of four bytes, with the parameter sets at the start.
    case lengths(lengthSize: Int, parameterSets: [Bytes])
    /// Open bitstream units with their sizes, with a temporal delimiter before each image (AV1 §5).
    case openBitstreamUnits(configuration: Bytes)
    /// AAC frames, each after an ADTS header.
    case adts(ADTSHeader)
    /// The stored data, after a prefix.
    case stored(prefix: Bytes)
  }

  var format: Format
  /// The extension of its file: `hevc`, `jpg`.
  var fileExtension: String

  /// Whether the samples are not separated.
  var isStored: Bool { if case .stored = format { true } else { false } }

  init(_ format: Format, _ fileExtension: String) {
    self.format = format
    self.fileExtension = fileExtension
  }

  /// The form for a decoder configuration, which is a property or a child of a sample entry. Nil if none of `boxes` is
  /// a configuration.
  init?(configuredBy boxes: [Box]) {
    let layered = boxes.first(LayeredHEVCConfigurationBox.self)?.record
    if let record = boxes.first(HEVCConfigurationBox.self)?.record {
      self.init(
        .annexB(
          lengthSize: record.lengthSize,
          parameterSets: record.nalUnits + (layered?.nalUnits ?? [])), "hevc")
    } else if let layered {
      self.init(
        .annexB(lengthSize: layered.lengthSize, parameterSets: layered.nalUnits), "hevc")
    } else if let record = boxes.first(AVCConfigurationBox.self)?.record {
      let further = InspectedUnits.scalable(boxes).flatMap {
        $0.sequenceParameterSets + $0.pictureParameterSets
      }
      self.init(
        .annexB(lengthSize: record.lengthSize, parameterSets: record.nalUnits + further), "h264")
    } else if let record = boxes.first(VvcConfigurationBox.self)?.record {
      self.init(
        .annexB(
          lengthSize: record.lengthSize, parameterSets: record.arrays.flatMap(\.nalUnits)), "vvc")
    } else if let box = boxes.first(EVCConfigurationBox.self) {
      self.init(
        .lengths(
          lengthSize: Int(box.lengthSizeMinusOne) + 1,
          parameterSets: box.arrays.flatMap { $0.nalUnits.map(\.nalUnit) }), "evc")
    } else if let record = boxes.first(AV1CodecConfigurationBox.self)?.record {
      self.init(.openBitstreamUnits(configuration: record.configOBUs), "obu")
    } else if let header = ExtractedStream.audio(boxes) {
      self.init(.adts(header), "aac")
    } else {
      return nil
    }
  }

  private static func audio(_ boxes: [Box]) -> ADTSHeader? {
    let descriptors =
      boxes.first(ElementaryStreamDescriptorBox.self)
      ?? boxes.first("wave")?.children.first(ElementaryStreamDescriptorBox.self)
    // MPEG-4 audio, or MPEG-2 AAC of three profiles.
    guard let type = descriptors?.objectTypeIndication, [0x40, 0x66, 0x67, 0x68].contains(type)
    else { return nil }
    return descriptors?.audioConfiguration.flatMap { ADTSHeader($0) }
  }

  /// Passes on the stream of a sample, or of an item.
  ///
  /// - Parameter isFirst: whether the decoder configuration is necessary before it.
  func write(
    _ data: Bytes, isFirst: Bool, to put: (Bytes) throws -> Void
  ) throws {
    switch format {
    case .annexB(let lengthSize, let sets):
      if isFirst { try annexB(sets, put) }
      try annexB(try LengthPrefixed.nalUnits(in: data, lengthSize: lengthSize), put)
    case .lengths(let lengthSize, let sets):
      if isFirst { try put(Bytes(try LengthPrefixed.joined(sets, lengthSize: 4))) }
      if lengthSize == 4 {
        _ = try LengthPrefixed.nalUnits(in: data, lengthSize: 4)
        return try put(data)
      }
      let units = try LengthPrefixed.nalUnits(in: data, lengthSize: lengthSize)
      try put(Bytes(try LengthPrefixed.joined(units, lengthSize: 4)))
    case .openBitstreamUnits(let configuration):
      try units(of: data, isFirst ? configuration : Bytes(), put)
    case .adts(var header):
      guard let length = UInt16(exactly: data.count + ADTSHeader.count) else {
        throw FieldError(
          .doesNotFit(value: UInt64(data.count), bits: 13), offset: data.fileOffset)
      }
      header.frameLength = length
      try put(Bytes(try header.encoded()))
      try put(data)
    case .stored(let prefix):
      if isFirst, !prefix.isEmpty { try put(prefix) }
      try data.forEachWindow(put)
    }
  }

  private static let startCode = Bytes(AnnexB.startCode)

  private func annexB(_ units: [Bytes], _ put: (Bytes) throws -> Void) throws {
    for unit in units {
      try put(ExtractedStream.startCode)
      try put(unit)
    }
  }

  /// A temporal unit: samples have no temporal delimiters, and their last unit need not have a size.
  private func units(
    of data: Bytes, _ configuration: Bytes, _ put: (Bytes) throws -> Void
  ) throws {
    let units = try OpenBitstreamUnit.units(in: data)
    try put(Bytes(try OpenBitstreamUnit(.temporalDelimiter, payload: Bytes()).encoded()))
    if !configuration.isEmpty, !units.contains(where: { $0.header.type == .sequenceHeader }) {
      for unit in try OpenBitstreamUnit.units(in: configuration) { try self.put(unit, put) }
    }
    for unit in units where unit.header.type != .temporalDelimiter { try self.put(unit, put) }
  }

  private func put(_ unit: OpenBitstreamUnit, _ put: (Bytes) throws -> Void) throws {
    var unit = unit
    unit.header.hasSize = true
    try put(Bytes(try unit.encoded()))
  }
}

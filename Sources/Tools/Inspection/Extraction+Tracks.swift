import AV1
import AVC
import HEVC
import ISOBMFF
import Movie
import VVC

extension Extraction {
  func track(_ id: UInt32) throws(ExtractionError) -> Track {
    guard let movie else { throw ExtractionError("has no tracks: it contains no movie") }
    if let refusal = movie.refusal { throw ExtractionError(refusal) }
    guard let track = movie.tracks.first(where: { $0.id == id }) else {
      let ids = listed(movie.tracks.map { "\($0.id)" })
      throw ExtractionError("there is no track \(id)\(ids.isEmpty ? "" : ", only \(ids)")")
    }
    return track
  }

  /// Passes on all samples of a track, in decoding order.
  func extract(_ track: Track, asStored isStored: Bool, _ put: (Bytes) throws -> Void) throws {
    try refuseElsewhere(track)
    if !isStored { try refuseEncrypted(track) }
    try refuseMissingFragments(track)
    let streams = track.sampleEntries.map { entry in
      isStored ? Extraction.stored : stream(of: entry)
    }
    var last: Int?
    var walk = SampleWalk(track, in: boxes)
    try walk.forEachRun(isWhole: streams.allSatisfy(\.isStored)) { run in
      let index = run.descriptionIndex - 1
      let stream = streams.indices.contains(index) ? streams[index] : Extraction.stored
      try stream.write(run.data, isFirst: index != last, to: put)
      last = index
    }
  }

  private static let stored = ExtractedStream(.stored(prefix: Bytes()), "")

  private func stream(of entry: Box) -> ExtractedStream {
    if let stream = ExtractedStream(configuredBy: entry.children) { return stream }
    var name = Extraction.extensions[entry.type] ?? ""
    if let audio = entry[AudioSampleEntry.self] {
      if [0x69, 0x6B].contains(audio.elementaryStream?.objectTypeIndication) { name = "mp3" }
      if PCMFormat(entry.type, audio) != nil { name = "pcm" }
    }
    return ExtractedStream(.stored(prefix: Bytes()), name)
  }

  /// Sample entries whose samples, one after the other, are files.
  private static let extensions: [FourCC: String] = [
    ".mp3": "mp3", "ac-3": "ac3", "ec-3": "eac3", "apv1": "apv",
  ]

  /// QuickTime and ISO files may have their samples in other files.
  private func refuseElsewhere(_ track: Track) throws(ExtractionError) {
    guard case .elsewhere(let name)? = track.samples.location else { return }
    throw ExtractionError(
      "track \(track.id) has its samples in another file" + (name.map { ": \($0)" } ?? ""))
  }

  private func refuseEncrypted(_ track: Track) throws(ExtractionError) {
    guard track.isEncrypted else { return }
    throw ExtractionError("track \(track.id) is encrypted; --raw extracts its samples as they are")
  }

  /// The tables of a movie say how many samples there are; of fragments that are truncated or damaged,
  /// nothing else does.
  private func refuseMissingFragments(_ track: Track) throws(ExtractionError) {
    guard movie?.isFragmented == true else { return }
    let parts = ["moof", "traf", "tfhd", "trun"]
    let damage = boxes.findings.first { error in
      error.path.count <= 1
        || error.path[0].hasPrefix("moof")
          && (error.path.last.map { last in parts.contains { last.hasPrefix($0) } } ?? false
            || error.path.contains { $0.hasPrefix("tfhd") || $0.hasPrefix("trun") })
    }
    if let damage {
      throw ExtractionError(
        "samples of track \(track.id) may be missing, as there is damage: \(damage)")
    }
    guard boxes.trailing.isEmpty else {
      throw ExtractionError(
        "samples of track \(track.id) may be missing, as the file ends with "
          + "\(counted(boxes.trailing.count, "byte")) in which no box starts")
    }
  }

  var trackParts: [Found] {
    (movie?.tracks ?? []).map { track in
      let entry = track.sampleEntries.first
      let kind = [("vide", "video"), ("soun", "audio"), ("meta", "metadata"), ("pict", "images")]
        .first { FourCC($0.0) == track.handlerType }?.1
      return Found(
        part: .data(.track(track.id)),
        title: "\(kind ?? "'\(track.handlerType)'") of type '\(entry.map { "\($0.type)" } ?? "?")'"
          + ", \(counted(track.sampleCount, "sample"))",
        byteCount: track.byteCount, fileExtension: entry.map { stream(of: $0).fileExtension } ?? "",
        problem: problem(with: track))
    }
  }

  private func problem(with track: Track) -> String? {
    do throws(ExtractionError) {
      try refuseElsewhere(track)
      try refuseEncrypted(track)
      try refuseMissingFragments(track)
    } catch { return "\(error)" }
    return track.sampleCount == 0 ? "track \(track.id) has no samples" : nil
  }
}

/// Iterates over the samples of a track, and checks that all of them exist.
private struct SampleWalk {
  /// A sample, or many that are not separated.
  struct Run {
    var data: Bytes
    /// Counted from 1.
    var descriptionIndex: Int
  }

  private let track: Track
  private let file: Bytes
  /// The number of samples.
  private var count = 0
  /// The bytes that are being read.
  private var window = Bytes()

  init(_ track: Track, in boxes: BoxFile) {
    self.track = track
    file = boxes.bytes
  }

  /// - Parameter isWhole: whether contiguous samples may come in one piece.
  mutating func forEachRun(isWhole: Bool, _ body: (Run) throws -> Void) throws {
    if isWhole {
      for chunk in track.samples.chunks {
        try visit(chunk.fileRange, chunk.index, chunk.sampleCount, chunk.descriptionIndex, body)
      }
    } else {
      for sample in track.samples.withBytes {
        try visit(
          sample.fileRange, sample.index, sample.sampleCount, sample.descriptionIndex, body)
      }
    }
    guard count == track.sampleCount else {
      throw ExtractionError(
        "track \(track.id) says that it has \(counted(track.sampleCount, "sample")), "
          + "but states where they are only for \(grouped(count))")
    }
    guard count > 0 else { throw ExtractionError("track \(track.id) has no samples") }
  }

  private mutating func visit(
    _ range: Range<Int>?, _ index: Int, _ samples: Int, _ descriptionIndex: Int,
    _ body: (Run) throws -> Void
  ) throws {
    guard let range else {
      throw ExtractionError(
        "sample \(index + 1) of track \(track.id) is at an offset that no file has")
    }
    guard let data = file.part(range) else {
      let what =
        samples == 1
        ? "sample \(index + 1) of track \(track.id) is"
        : "samples \(index + 1) to \(index + samples) of track \(track.id) are"
      throw ExtractionError(
        "\(what) not all in the file: that would be \(counted(range.count, "byte")) "
          + "from byte \(range.lowerBound) on, and the file has \(file.count)")
    }
    count = index + samples
    if data.range.upperBound > window.range.upperBound
      || data.range.lowerBound < window.range.lowerBound
    {
      move(to: range.lowerBound)
    }
    do {
      try body(Run(data: data, descriptionIndex: descriptionIndex))
    } catch let error as FieldError {
      throw error.nested(in: "sample \(index + 1) of track \(track.id)")
    }
  }

  private mutating func move(to start: Int) {
    window.wereRead()
    window = file.part(start..<min(file.count, start + Bytes.window)) ?? Bytes()
    window.willBeRead()
  }
}

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

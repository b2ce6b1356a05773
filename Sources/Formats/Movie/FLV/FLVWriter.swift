public import ISOBMFF

/// Writes the frames and the audio of a movie as an FLV file, without re-encoding: H.264 and AAC in the form that all
/// programs support; HEVC, AV1, VP8, VP9, Opus, AC-3 and E-AC-3 in the form of Enhanced RTMP.
///
///     let writer = try FLVWriter(BoxFile(bytes))
///     try writer.write { piece in try file.write(piece) }
///
/// Times are the presentation times of the samples, in whole milliseconds. Samples are passed on in pieces that are not
/// copied: a movie of any length needs no memory.
public struct FLVWriter: Sendable {
  /// The tracks, and what of tracks, that the file cannot hold, as phrases.
  public let leftOut: [String]
  private let tracks: [FLVTrack]
  private let metadata: PortableMovieMetadata
  private let file: BoxFile
  private let movie: MovieFile
  /// The number of milliseconds that is added to all times, because no time may be negative.
  private let delay: Int64

  /// Throws if there is neither a frame nor audio that FLV can hold.
  public init(_ file: BoxFile, inflate: Inflate? = nil) throws(FLVError) {
    guard let movie = MovieFile(file, inflate: inflate) else {
      throw FLVError(file.reasonForNoMovie)
    }
    if let refusal = movie.refusal { throw FLVError(refusal) }
    self.file = file
    self.movie = movie
    var (tracks, leftOut, kinds): ([FLVTrack], [String], Set<FourCC>) = ([], [], [])
    for track in movie.tracks where track.sampleCount > 0 {
      guard ["vide", "soun"].contains(track.handlerType) else {
        leftOut.append("track \(track.id) ('\(track.handlerType)')")
        continue
      }
      guard !kinds.contains(track.handlerType) else {
        leftOut.append("track \(track.id), because there is already one of its kind")
        continue
      }
      do throws(FLVError) {
        tracks.append(try FLVTrack(track, movieTimescale: movie.header?.timescale ?? 0))
        kinds.insert(track.handlerType)
      } catch {
        leftOut.append("track \(track.id), which \(error)")
      }
    }
    guard !tracks.isEmpty else {
      throw FLVError(
        "has no track that boxwalk writes to FLV"
          + (leftOut.isEmpty ? "" : ": " + leftOut.joined(separator: "; ")))
    }
    for track in tracks {
      leftOut += HiddenSamples(track.track, track.media).phrases + track.track.boxedDescriptions
      leftOut += [track.track.namedLanguage, track.track.namedTitle].compactMap { $0 }
      if !track.track.isEnabled { leftOut.append("that track \(track.track.id) is disabled") }
    }
    if movie.tracks.contains(where: { ($0.matrix.rotation ?? 0) != 0 }) {
      leftOut.append("the rotation of the frames")
    }
    metadata = PortableMovieMetadata(movie)
    self.tracks = tracks
    self.leftOut = leftOut
    let starts = tracks.compactMap { track in
      track.track.samples.first { _ in true }.map(track.decoded)
    }
    delay = max(0, -(starts.min() ?? 0))
  }

  /// Passes on the file, piece by piece. Throws ``FLVError`` if samples are missing, or if the movie is too long for
  /// times of FLV, and the errors of `put`.
  public func write(to put: (Bytes) throws -> Void) throws {
    var header = FLVHeader()
    header.hasVideo = tracks.contains(where: \.isVideo)
    header.hasAudio = !tracks.allSatisfy(\.isVideo)
    try put(Bytes(try header.encoded()))
    try tags { tag in for piece in tag.pieces { try put(piece) } }
  }

  /// A tag of the file.
  public struct Tag: Sendable {
    /// The decoding time, in milliseconds.
    public var time: Int32
    /// Its bytes, and the size that follows it.
    public var pieces: [Bytes]

    /// The size in bytes.
    public var byteCount: Int { pieces.reduce(0) { $0 + $1.count } }
    /// All bytes.
    public var bytes: [UInt8] { pieces.reduce(into: []) { $0 += $1 } }
  }

  /// Passes on the tags of the file, in order, and throws as ``write(to:)`` does.
  public func tags(_ body: (Tag) throws -> Void) throws {
    func put(_ tag: FLVTag) throws {
      try body(Tag(time: tag.timestamp, pieces: [Bytes(try tag.encoded())]))
    }
    try put(FLVTag(.script, at: 0, Bytes(try description.encoded())))
    let media = MediaLookup(file)
    var cursors = tracks.map { FLVCursor($0, delay: delay) }
    while let next = cursors.indices.filter({ cursors[$0].time != nil })
      .min(by: { (cursors[$0].time ?? 0) < (cursors[$1].time ?? 0) })
    {
      try cursors[next].write(from: media, to: body)
    }
    for cursor in cursors {
      if let end = try cursor.end { try put(end) }
    }
  }

  // MARK: Messages

  private var description: ScriptData {
    var properties: [AMFProperty] = []
    func add(_ name: String, _ value: Double?) {
      if let value, value.isFinite { properties.append(AMFProperty(name, .number(value))) }
    }
    add("duration", movie.duration)
    for track in tracks {
      let rate = track.track.bitRate.map { $0 / 1000 }
      switch track.codecs.first {
      case .video(let fourCC, _, _)?:
        let entry = track.track.sampleEntries.first?[VisualSampleEntry.self]
        add("width", entry.map { Double($0.width) })
        add("height", entry.map { Double($0.height) })
        add("videodatarate", rate)
        add("framerate", track.track.sampleRate)
        add("videocodecid", fourCC.map { Double($0.rawValue) } ?? 7)
      case .audio(let head, _)?:
        let entry = track.track.sampleEntries.first?[AudioSampleEntry.self]
        add("audiodatarate", rate)
        add("audiosamplerate", entry.map(\.samplesPerSecond))
        add("audiosamplesize", 16)
        properties.append(AMFProperty("stereo", .boolean((entry?.channels ?? 2) > 1)))
        add("audiocodecid", head.isEnhanced ? Double(head.fourCC.rawValue) : Double(head.format))
      case nil: break
      }
    }
    for item in metadata.items where item.name.utf8.count < 1 << 16 {
      properties.append(AMFProperty(item.name, AMFValue(item.value)))
    }
    var script = ScriptData()
    script.value = .ecmaArray(properties)
    return script
  }
}

/// Iterates over the samples of a track.
private struct FLVCursor {
  private let track: FLVTrack
  private let delay: Int64
  private var samples: TrackSamples.Iterator
  private var next: Sample?
  private var description = 0
  private var last: Int32 = 0

  init(_ track: FLVTrack, delay: Int64) {
    self.track = track
    self.delay = delay
    samples = track.track.samples.makeIterator()
    next = samples.next()
  }

  /// The decoding time of the next sample, in milliseconds; nil if there is none.
  var time: Int64? { next.map(decoded) }

  private func decoded(_ sample: Sample) -> Int64 { track.decoded(sample).addingSaturating(delay) }

  /// Writes the next sample.
  mutating func write(from media: MediaLookup, to put: (FLVWriter.Tag) throws -> Void) throws {
    guard let sample = next else { return }
    next = samples.next()
    let name = "sample \(sample.number) of track \(track.track.id)"
    guard sample.location == .file(0), let data = media[sample.fileRange] else {
      throw FLVError(
        "does not contain \(name), or not all of it; boxwalk repair drops what is lost")
    }
    let index = sample.descriptionIndex - 1
    guard track.codecs.indices.contains(index) else {
      throw FLVError("says that \(name) has a sample entry that is not there")
    }
    // No sample is decoded before the one before it.
    let shown = track.media.time(ofMedia: sample.compositionTime, in: 1000)
    guard let time = Int32(exactly: decoded(sample)),
      let offset = Int32(exactly: shown.subtractingSaturating(track.decoded(sample))),
      abs(offset) < 1 << 23
    else { throw FLVError("has \(name) at a time that FLV cannot store") }
    let codec = track.codecs[index]
    if sample.descriptionIndex != description, let start = try track.start(codec) {
      let tag = FLVTag(track.tagType, at: time, start)
      try put(FLVWriter.Tag(time: time, pieces: [Bytes(try tag.encoded())]))
    }
    description = sample.descriptionIndex
    last = time
    // Samples without a duration and without bytes are left out.
    guard !data.isEmpty else { return }
    let head = try track.head(codec, of: sample, offset: offset)
    guard head.count + data.count < 1 << 24 else {
      throw FLVError(
        "has \(name) with \(counted(data.count, "byte")), more than an FLV tag can store")
    }
    // The bytes of the sample are part of the tag, but are not copied into it.
    var tag = FLVTag(track.tagType, at: time, Bytes())
    let encoded = try tag.framing(of: head, data)
    try put(FLVWriter.Tag(time: time, pieces: [encoded.before, data, encoded.after]))
  }

  /// The tag that ends a stream of AVC, HEVC or VVC; nil for others.
  var end: FLVTag? {
    get throws {
      guard case .video(let fourCC, _, reorders: true)? = track.codecs.last else { return nil }
      var data = FLVVideoData()
      data.isEnhanced = fourCC != nil
      data.fourCC = fourCC ?? data.fourCC
      data.packetType = .sequenceEnd
      data.compositionOffset = 0
      return FLVTag(.video, at: last, Bytes(try data.encoded()))
    }
  }
}

extension FLVTrack {
  fileprivate var tagType: FLVTagType { isVideo ? .video : .audio }
}

extension FLVTag {
  /// The bytes of a tag before and after those of a sample.
  ///
  /// - Parameter head: the bytes of the tag before those of the sample.
  fileprivate mutating func framing(
    of head: [UInt8], _ sample: Bytes
  ) throws(FieldError) -> (before: Bytes, after: Bytes) {
    // The header needs only the size of the data.
    data = Bytes(head)
    let count = head.count + sample.count
    size = UInt32(count + FLVTag.headerSize)
    var writer = FieldCoder()
    var copy = self
    try copy.fields(&writer)
    var before = writer.written.bytes
    let after = before.suffix(4)
    before.removeLast(4)
    for index in 0..<3 { before[1 + index] = UInt8(truncatingIfNeeded: count >> (16 - 8 * index)) }
    return (Bytes(before), Bytes(after))
  }
}

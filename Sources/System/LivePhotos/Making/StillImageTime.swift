import ISOBMFF
public import Movie

/// The timed metadata that states the time of the still in a Live Photo's movie (QuickTime File Format: Timed metadata
/// media).
enum StillImageTime {
  static let key = "com.apple.quicktime.still-image-time"

  /// The track whose samples have the key.
  static func track(among tracks: [Track]) -> Track? {
    tracks.first { $0.metadataKeys.contains(key) }
  }

  /// Whether its samples state the position of the still on the frame.
  static func statesTransform(_ track: Track) -> Bool {
    track.metadataKeys.contains(StillTransform.key)
  }

  /// The time of its first sample, in the movie's timescale; nil if it is never shown.
  static func tick(of track: Track) -> Int64? {
    guard !track.editList.isEmpty else { return 0 }
    return track.editList.edits.first { $0.mediaTime != nil }?.start
  }

  /// The value of one key in a sample.
  private struct Value {
    var key: String
    /// The type of the value, a well-known type.
    var type: UInt32
    var bytes: [UInt8]
  }

  /// The first value is an 8-bit number without meaning; only its time counts. Phones write −1.
  private static func values(_ transform: StillTransform?) -> [Value] {
    var values = [Value(key: key, type: 65, bytes: [0xFF])]
    if let transform {
      let (matrix, dimensions) = transform.values
      values.append(Value(key: StillTransform.key, type: 83, bytes: matrix))
      values.append(Value(key: StillTransform.dimensionsKey, type: 71, bytes: dimensions))
    }
    return values
  }

  /// Its values, each with its size and the number of its key.
  static func sample(_ transform: StillTransform?) -> [UInt8] {
    values(transform).enumerated().flatMap { index, value in
      [0, 0, 0, UInt8(value.bytes.count + 8), 0, 0, 0, UInt8(index + 1)] + value.bytes
    }
  }

  /// The edit list for a sample that is shown for one tick from `tick`, with nothing before it.
  static func edits(at tick: Int64) -> Box {
    let shown: [Int64] = [1, 0, 1, 0]
    let edits = EditListBox(rows: tick > 0 ? [[tick, -1, 1, 0], shown] : [shown])
    return .container("edts", [Box(edits)])
  }

  /// A track in the form in which phones write it.
  ///
  /// - Parameters:
  ///   - id: its `track_ID`.
  ///   - video: the `track_ID` of the track that it describes.
  ///   - movie: the movie whose creation times it gets.
  ///   - offset: that of the sample.
  ///   - transform: the position of the still, which the sample states besides the time.
  static func track(
    _ id: UInt32, describing video: UInt32, at tick: Int64, of movie: MovieHeaderBox,
    sampleAt offset: Int, _ transform: StillTransform?
  ) -> Box {
    var header = TrackHeaderBox()
    header.header.flags = 0xF
    header.creationTime = movie.creationTime
    header.modificationTime = movie.modificationTime
    header.trackID = id
    header.setDuration(UInt64(tick) + 1)
    var reference = TrackReferenceTypeBox()
    reference.trackIDs = [video]
    var references = TrackReferenceBox()
    references.children = [Box(reference, in: .trackReferences)]
    return .container(
      "trak",
      [
        Box(header), edits(at: tick), Box(type: "tref", references),
        .container("mdia", media(of: movie, sampleAt: offset, transform)),
      ])
  }

  private static func media(
    of movie: MovieHeaderBox, sampleAt offset: Int, _ transform: StillTransform?
  ) -> [Box] {
    var header = MediaHeaderBox()
    header.creationTime = movie.creationTime
    header.modificationTime = movie.modificationTime
    header.setDuration(1)
    var source = DataReferenceBox()
    source.children = [Box(AliasBox())]
    return [
      Box(header), handler("mhlr", "meta", flags: 1, "Core Media Metadata"),
      .container(
        "minf",
        [
          .container("gmhd", [Box(BaseMediaInfoBox())]),
          handler("dhlr", "alis", flags: 0, "Core Media Data Handler"),
          .container("dinf", [Box(source)]), .container("stbl", samples(at: offset, transform)),
        ]),
    ]
  }

  private static func handler(
    _ component: FourCC, _ type: FourCC, flags: UInt32, _ name: String
  ) -> Box {
    var handler = HandlerBox()
    handler.predefined = component
    handler.handlerType = type
    handler.manufacturer = "appl"
    handler.componentFlags = flags
    handler.name = Text(name, form: .counted)
    return Box(handler)
  }

  /// The tables of one sample.
  private static func samples(at offset: Int, _ transform: StillTransform?) -> [Box] {
    var times = TimeToSampleBox()
    times.entries = FieldTable(columns: TimeToSampleBox.columns, rows: [[1, 1]])
    var chunks = SampleToChunkBox()
    chunks.entries = FieldTable(columns: SampleToChunkBox.columns, rows: [[1, 1, 1]])
    var sizes = SampleSizeBox()
    sizes.sampleSize = UInt32(sample(transform).count)
    sizes.sampleCount = 1
    var offsets = ChunkOffsetBox()
    offsets.chunkOffsets = FieldTable(columns: ChunkOffsetBox.columns, rows: [[Int64(offset)]])
    return [Box(description(values(transform))), Box(times), Box(chunks), Box(sizes), Box(offsets)]
  }

  /// The sample description: values with these keys, which count from 1.
  private static func description(_ values: [Value]) -> SampleDescriptionBox {
    var keys = MetadataKeyTableBox()
    keys.children = values.enumerated().map { index, value in
      var declaration = MetadataKeyDeclarationBox()
      declaration.keyValue = Text(value.key, form: .plain)
      var type = MetadataDatatypeDefinitionBox()
      type.wellKnownType = value.type
      return .container(FourCC(rawValue: UInt32(index) + 1), [Box(declaration), Box(type)])
    }
    var entry = MetadataSampleEntry()
    entry.children = [Box(keys)]
    var description = SampleDescriptionBox()
    description.children = [Box(entry, in: .sampleEntries)]
    return description
  }
}

/// The time of a still in its movie, according to the files. If several frames are similar to the still, the
/// one that is nearest to this time is chosen.
public struct StatedStillTime: Equatable, Sendable {
  /// The source of the time.
  public enum Origin: String, Sendable {
    /// The movie's track for the time of the still.
    case track
    /// The dates of both files.
    case dates
  }

  /// The time in seconds from the start of the movie.
  public var time: Double
  /// The source of the time.
  public var origin: Origin

  /// The most seconds by which a date may be outside the movie: dates of movies have whole seconds, and phones write
  /// them before or after the first frame.
  static let tolerance = 2.0

  /// Nil if neither file states the time, or if their dates do not fit together.
  public init?(of still: LiveStillFacts, in movie: MovieFile) {
    if let header = movie.header, header.timescale > 0,
      let track = StillImageTime.track(among: movie.tracks), track.sampleCount > 0,
      let tick = StillImageTime.tick(of: track)
    {
      time = Double(tick) / Double(header.timescale)
      origin = .track
      return
    }
    guard let taken = still.captureTime, let begun = CaptureTime(movie),
      let delay = taken.delay(after: begun), let duration = movie.duration
    else { return nil }
    let seconds = Double(delay.milliseconds) / 1000
    guard seconds >= -StatedStillTime.tolerance, seconds <= duration + StatedStillTime.tolerance
    else {
      return nil
    }
    time = min(max(seconds, 0), duration)
    origin = .dates
  }
}

/// The region of a frame that a still shows, both upright. Cameras crop and shift the frames of
/// a movie to stabilise it, so that they show a little less than the still.
public struct StillRegion: Equatable, Sendable {
  /// The left and the top edge of the still, as fractions of the frame's width and height; negative if the
  /// still shows more than the frame.
  public var left: Double, top: Double
  /// The width and the height of the still, as fractions of the frame's width and height.
  public var width: Double, height: Double

  /// A region with these edges and this size.
  public init(left: Double, top: Double, width: Double, height: Double) {
    self.left = left
    self.top = top
    self.width = width
    self.height = height
  }
}

/// The metadata of a Live Photo's movie that maps points of the frame to points of the still, so that players
/// can change from one to the other without a jump.
///
/// It is a matrix of 3 × 3, which maps points of the frame, as columns, to points of the still. Both have the
/// size of the coded frame, are not rotated, and have their origin at the left of their lowest row: in the
/// movies of phones, the stills match the frames only under this assumption.
struct StillTransform {
  static let key = "com.apple.quicktime.live-photo-still-image-transform"
  static let dimensionsKey = key + "-reference-dimensions"

  /// Row by row.
  let matrix: [Double]
  let width: Float
  let height: Float

  /// - Parameters:
  ///   - entry: the sample entry of the video track.
  ///   - rotation: the matrix that rotates its frames upright.
  /// - Returns: nil if the still and the frames have different shapes, which no phone supports, or if the
  ///   frames are not rotated by multiples of 90°.
  init?(_ region: StillRegion, on entry: VisualSampleEntry, _ rotation: TransformationMatrix) {
    guard region.width > 0, region.height > 0, abs(region.width / region.height - 1) < 0.02,
      entry.width > 0, entry.height > 0
    else { return nil }
    let one = 65_536.0
    let (a, b) = (Double(rotation.a) / one, Double(rotation.b) / one)
    let (c, d) = (Double(rotation.c) / one, Double(rotation.d) / one)
    guard
      abs(a) == 1 && abs(d) == 1 && b == 0 && c == 0
        || abs(b) == 1 && abs(c) == 1 && a == 0 && d == 0
    else { return nil }
    // For upright frames, with the origin in the middle of both: still = (frame - shift) / size.
    let (shiftX, shiftY) = (
      region.left + region.width / 2 - 0.5, region.top + region.height / 2 - 0.5
    )
    // For coded frames: the inverse of a quarter rotation is its transpose.
    let (sizeX, sizeY) = a != 0 ? (region.width, region.height) : (region.height, region.width)
    let moveX = -(a * shiftX / region.width + b * shiftY / region.height)
    let moveY = -(c * shiftX / region.width + d * shiftY / region.height)
    let (width, height) = (Double(entry.width), Double(entry.height))
    // With the origin at the lower left corner, in samples.
    matrix = [
      1 / sizeX, 0, width * (0.5 + moveX - 0.5 / sizeX),
      0, 1 / sizeY, height * (0.5 - moveY - 0.5 / sizeY),
      0, 0, 1,
    ]
    self.width = Float(entry.width)
    self.height = Float(entry.height)
  }

  /// The values of both keys, as they are stored in a sample.
  var values: (matrix: [UInt8], dimensions: [UInt8]) {
    func bytes(_ value: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
      (0..<value.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    return (
      matrix.flatMap { bytes($0.bitPattern) },
      bytes(width.bitPattern) + bytes(height.bitPattern)
    )
  }
}

/// The times at which the frames of a video track are shown, according to its times and its edit list
/// (ISO/IEC 14496-12 §8.6).
public struct FrameTimes: Sendable {
  /// The times in the movie's timescale, in the order in which frames are shown, rounded up to the next
  /// tick.
  public let ticks: [Int64]
  /// The indices of their samples, in decoding order from 0.
  public let samples: [Int]

  /// The most frames among which a still is chosen.
  private static let frameLimit = 1 << 20

  /// The times of a track. Nil if it does not state them, or has more frames than any Live Photo.
  public init?(_ track: Track) {
    guard let shown = track.shownSamples(most: FrameTimes.frameLimit) else { return nil }
    var (ticks, samples): ([Int64], [Int]) = ([], [])
    for frame in shown {
      guard let tick = frame.time.ticks, tick < frame.editEnd else { continue }
      ticks.append(tick)
      samples.append(frame.sample)
    }
    self.ticks = ticks
    self.samples = samples
  }

  /// The number of the frame that is shown at a time, from 0; nil before the first.
  func frame(at tick: Int64) -> Int? {
    let after = ticks.firstIndex { $0 > tick } ?? ticks.count
    return after > 0 ? after - 1 : nil
  }
}

import ISOBMFF
import Movie

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

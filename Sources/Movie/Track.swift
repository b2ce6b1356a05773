public import ISOBMFF

/// One track of a movie.
///
/// A class: it has many parts, and goes from list to list.
public final class Track: Sendable {
  /// The `trak` box; an empty one for a track that only fragments speak of.
  public let box: Box
  /// The track header (`tkhd`, ISO/IEC 14496-12 §8.3.2); nil if there is none that can be read.
  public let header: TrackHeaderBox?
  /// The media header (`mdhd`, §8.4.2); nil if there is none that can be read.
  public let mediaHeader: MediaHeaderBox?
  /// `vide`, `soun`, `meta`, `tmcd`, ...
  public let handlerType: FourCC
  /// What the writer calls it, for people.
  public let handlerName: String
  /// How its samples are coded: the children of `stsd` (§8.5.2).
  public let sampleEntries: [Box]
  /// Other tracks that it refers to (`tref`), and what for: `cdsc`, `chap`, `tmcd`, ...
  public let references: [(type: FourCC, trackIDs: [UInt32])]
  /// The samples, with their times and places.
  public let samples: TrackSamples
  /// When they are presented.
  public let editList: EditList
  /// The number of samples that the sizes of samples and the fragments state;
  /// ``TrackSamples/count`` is how many have a place.
  public let sampleCount: Int
  /// The number of samples in the sample tables; the others are in fragments.
  public let tableSampleCount: Int
  /// The duration of all samples together, in ``timescale``.
  public let mediaDuration: UInt64
  /// The size of all samples together; nil if that would mean to read a very long table.
  public let byteCount: UInt64?
  /// Where the last chunk of the sample tables starts.
  public let lastChunkOffset: Int?
  /// Metadata of the track itself.
  public let metadata: [MetadataItem]

  /// `track_ID`; 0 if nothing says it.
  public let id: UInt32
  /// Units per second of media times; 0 if nothing says it.
  public let timescale: UInt32
  /// The duration of the track, in seconds.
  public var duration: Double? {
    timescale > 0 ? Double(mediaDuration) / Double(timescale) : nil
  }
  /// When its first sample is presented, in seconds; nil if it has no samples, or nothing says it.
  public var start: Double? {
    guard timescale > 0, let first = samples.first(where: { _ in true }) else { return nil }
    return editList.start(ofMediaFrom: first.compositionTime)?.seconds
  }
  /// Samples per second, on average.
  public var sampleRate: Double? {
    guard let duration, duration > 0, sampleCount > 0 else { return nil }
    return Double(sampleCount) / duration
  }
  /// Bits per second, on average.
  public var bitRate: Double? {
    guard let byteCount, let duration, duration > 0 else { return nil }
    return Double(byteCount) * 8 / duration
  }
  /// Tracks of the same group, which is not 0, are alternatives: one of them is played.
  public var alternateGroup: Int16 { header?.alternateGroup ?? 0 }
  /// Whether it is meant to be played.
  public var isEnabled: Bool { (header?.header.flags ?? 1) & 1 != 0 }

  /// The tracks that it refers to for a purpose.
  public func references(_ type: FourCC) -> [UInt32] {
    references.filter { $0.type == type }.flatMap(\.trackIDs)
  }

  /// Tables of more rows are not summed up: a summary reads little.
  static let rowLimit = 1 << 16

  init(_ box: Box, movieTimescale: UInt32, fragments: MovieFragments) {
    self.box = box
    let children = box.children
    header = children.first(TrackHeaderBox.self)
    id = header?.trackID ?? 0
    let media = children.at("mdia")
    mediaHeader = media.first(MediaHeaderBox.self)
    timescale = mediaHeader?.timescale ?? 0
    let handler = media.first(HandlerBox.self)
    handlerType = handler?.handlerType ?? FourCC(rawValue: 0)
    handlerName = handler?.name.string ?? ""
    let information = media.at("minf")
    let table = information.at("stbl")
    // Some writers leave free space behind the entries.
    sampleEntries = table.at("stsd").filter { !["free", "skip"].contains($0.type) }
    references = children.at("tref").compactMap { box in
      box[TrackReferenceTypeBox.self].map { (box.type, $0.trackIDs) }
    }
    editList = EditList(
      children.at("edts").first(EditListBox.self), movieTimescale: movieTimescale,
      timescale: timescale)
    metadata = MetadataItem.items(in: children)

    let descriptions = TrackDescriptions(
      table, entries: sampleEntries, references: information.at("dinf", "dref"))
    let tables = TableSamples(
      table,
      soundPacket: sampleEntries.first.flatMap { entry in
        entry[AudioSampleEntry.self]?.packet(of: entry.type)
      },
      source: SampleSource(table: table, track: descriptions))
    let runs = fragments.runs(of: id, firstSample: tables.statedCount, descriptions) {
      tables.statedCount == 0 ? 0 : RunIndex(tables.durations).last?.sumAfter ?? 0
    }
    samples = TrackSamples(tables, runs)
    tableSampleCount = tables.statedCount
    sampleCount = runs.last?.end ?? tables.statedCount
    byteCount = tables.byteCount.map { runs.reduce($0) { $0.addingSaturating($1.byteCount) } }
    let added = runs.reduce(UInt64(0)) { $0.addingSaturating(UInt64(clamping: $1.duration)) }
    if tables.statedCount == 0, !runs.isEmpty {
      // What the header states is of the fragments, or of nothing.
      mediaDuration = added
    } else {
      let stated = mediaHeader.flatMap { statedDuration($0.duration, version: $0.header.version) }
      mediaDuration = (tables.duration ?? stated ?? 0).addingSaturating(added)
    }
    let offsets = tables.chunks.offsets
    lastChunkOffset = offsets.isEmpty ? nil : Int(clamping: offsets[offsets.count - 1, 0])
  }

  /// A track that only fragments speak of: those of a segment whose movie is in another file.
  ///
  /// - Parameter timescale: as an index of segments states it; 0 if none does.
  init(fragmentsOf id: UInt32, timescale: UInt32, _ fragments: MovieFragments) {
    box = Box(type: "trak", ContainerBox())
    header = nil
    self.id = id
    mediaHeader = nil
    self.timescale = timescale
    handlerType = FourCC(rawValue: 0)
    handlerName = ""
    sampleEntries = []
    references = []
    editList = EditList(nil, movieTimescale: 0, timescale: timescale)
    metadata = []
    let descriptions = TrackDescriptions()
    let runs = fragments.runs(of: id, firstSample: 0, descriptions) { 0 }
    samples = TrackSamples(
      TableSamples(
        [], soundPacket: nil,
        source: SampleSource(table: [], track: descriptions)), runs)
    tableSampleCount = 0
    sampleCount = runs.last?.end ?? 0
    byteCount = runs.reduce(UInt64(0)) { $0.addingSaturating($1.byteCount) }
    mediaDuration = runs.reduce(UInt64(0)) { $0.addingSaturating(UInt64(clamping: $1.duration)) }
    lastChunkOffset = nil
  }
}

/// The duration of a header; nil if it says that it is not known, with all bits set.
func statedDuration(_ duration: UInt64, version: UInt8) -> UInt64? {
  duration == (version == 1 ? .max : UInt64(UInt32.max)) ? nil : duration
}

extension AudioSampleEntry {
  /// Samples that are coded together, and the bytes that they take. QuickTime states the size of PCM
  /// samples as 1, and means one sample of all channels, or a part of a packet. Nil if it is not known.
  ///
  /// - Parameter type: of the sample entry.
  package func packet(of type: FourCC) -> (samples: UInt64, bytes: UInt64)? {
    let packet: (samples: UInt64, bytes: UInt64) =
      if let packets {
        (UInt64(packets.samplesPerPacket), UInt64(packets.bytesPerFrame))
      } else if let extended {
        (
          UInt64(extended.constLPCMFramesPerAudioPacket), UInt64(extended.constBytesPerAudioPacket)
        )
      } else if ["ulaw", "alaw"].contains(type) {
        // The size that is stated is that of what their 8 bits stand for.
        (1, UInt64(channelCount))
      } else {
        (1, UInt64(channelCount) * UInt64(sampleSize) / 8)
      }
    return packet.samples > 0 && packet.bytes > 0 ? packet : nil
  }
}

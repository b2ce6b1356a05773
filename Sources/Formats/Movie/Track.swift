import FieldCoding
import HEVC
public import ISOBMFF

/// One track of a movie.
///
/// It is a class, because it has many members and is passed between many lists.
public final class Track: Sendable {
  /// The `trak` box; an empty one for a track that occurs only in fragments.
  public let box: Box
  /// The track header (`tkhd`, ISO/IEC 14496-12 §8.3.2); nil if it is missing or cannot be read.
  public let header: TrackHeaderBox?
  /// The matrix through which its frames are shown: that of the track header, followed by that of the movie header.
  public let matrix: TransformationMatrix
  /// The media header (`mdhd`, §8.4.2); nil if it is missing or cannot be read.
  public let mediaHeader: MediaHeaderBox?
  /// The handler type: `vide`, `soun`, `meta`, `tmcd`, ...
  public let handlerType: FourCC
  /// The name of the handler, which the writer chose.
  public let handlerName: String
  /// The sample entries, which describe the coding: the children of `stsd` (§8.5.2).
  public let sampleEntries: [Box]
  /// The references to other tracks (`tref`), by type: `cdsc`, `chap`, `tmcd`, ...
  public let references: [(type: FourCC, trackIDs: [UInt32])]
  /// The samples, with their times and offsets.
  public let samples: TrackSamples
  /// The edit list, which tells when the samples are presented.
  public let editList: EditList
  /// The number of samples according to the table of sample sizes and the fragments;
  /// ``TrackSamples/count`` is the number of samples that have an offset.
  public let sampleCount: Int
  /// The number of samples in the sample tables; the others are in fragments.
  public let tableSampleCount: Int
  /// The duration of all samples together, in ``timescale``.
  public let mediaDuration: UInt64
  /// The size of all samples together, in bytes; nil if a very long table would have to be read for it.
  public let byteCount: UInt64?
  /// The offset of the last chunk of the sample tables; nil if there are no chunks.
  public let lastChunkOffset: Int?
  /// The metadata of the track.
  public let metadata: [MetadataItem]

  /// The `track_ID`; 0 if it is unknown.
  public let id: UInt32
  /// Units per second of media times; 0 if it is unknown.
  public let timescale: UInt32
  /// Whether its header states that a second has none of the units of its times.
  package var statesNoTimescale: Bool {
    box.children.at("mdia").contains(where: \.statesNoTimescale)
  }
  /// The duration of the track, in seconds; nil if it is unknown.
  public var duration: Double? {
    timescale > 0 ? Double(mediaDuration) / Double(timescale) : nil
  }
  /// The presentation time of its first sample, in seconds; nil if it has no samples, or if the time is
  /// unknown.
  public var start: Double? {
    guard timescale > 0, let first = samples.first(where: { _ in true }) else { return nil }
    return editList.start(ofMediaFrom: first.compositionTime)?.seconds
  }
  /// The average number of samples per second.
  public var sampleRate: Double? {
    guard let duration, duration > 0, sampleCount > 0 else { return nil }
    return Double(sampleCount) / duration
  }
  /// The average number of bits per second.
  public var bitRate: Double? {
    guard let byteCount, let duration, duration > 0 else { return nil }
    return Double(byteCount) * 8 / duration
  }
  /// The alternate group. Tracks with the same number, except 0, are alternatives: players play one of
  /// them.
  public var alternateGroup: Int16 { header?.alternateGroup ?? 0 }
  /// Whether the track is enabled, so that players play it.
  public var isEnabled: Bool { (header?.header.flags ?? 1) & 1 != 0 }

  /// The IDs of the tracks to which it has references of a type.
  public func references(_ type: FourCC) -> [UInt32] {
    references.filter { $0.type == type }.flatMap(\.trackIDs)
  }

  private static let noSamples = TrackSamples(
    TableSamples(SampleSource(table: [], track: TrackDescriptions())), [])

  /// Longer tables are not summed up, so that a summary reads little.
  static let rowLimit = 1 << 16

  init(
    _ box: Box, of movie: MovieHeaderBox?, fragments: MovieFragments,
    media identified: IdentifiedMedia, _ budget: inout SampleBudget
  ) {
    self.box = box
    let children = box.children
    header = children.first(TrackHeaderBox.self)
    id = header?.trackID ?? 0
    matrix = (header?.matrix ?? TransformationMatrix())
      .followed(by: movie?.matrix ?? TransformationMatrix())
    let media = children.at("mdia")
    mediaHeader = media.first(MediaHeaderBox.self)
    timescale = mediaHeader?.timescale ?? 0
    let handler = media.first(HandlerBox.self)
    handlerType = handler?.handlerType ?? FourCC(rawValue: 0)
    handlerName = handler?.name.string ?? ""
    let information = media.at("minf")
    let table = information.at("stbl")
    // Some writers leave free space after the entries.
    sampleEntries = table.at("stsd").filter { !["free", "skip"].contains($0.type) }
    references = children.at("tref").compactMap { box in
      box[TrackReferenceTypeBox.self].map { (box.type, $0.trackIDs) }
    }
    editList = EditList(
      children.at("edts").first(EditListBox.self), movieTimescale: movie?.timescale ?? 0,
      timescale: timescale)
    metadata = MetadataItem.items(in: children)

    guard !table.isEmpty || !fragments.isEmpty else {
      // Hostile files have a hundred thousand tracks without anything.
      samples = Track.noSamples
      (sampleCount, tableSampleCount, byteCount, lastChunkOffset) = (0, 0, 0, nil)
      mediaDuration =
        mediaHeader.flatMap { statedDuration($0.duration, version: $0.header.version) } ?? 0
      return
    }
    let descriptions = TrackDescriptions(
      table, entries: sampleEntries, references: information.at("dinf", "dref"),
      media: identified)
    let tables = TableSamples(
      table,
      audioPacket: sampleEntries.first.flatMap { entry in
        entry[AudioSampleEntry.self]?.packet(of: entry.type)
      },
      source: SampleSource(table: table, track: descriptions), &budget)
    let runs = fragments.runs(of: id, firstSample: tables.statedCount, descriptions, &budget) {
      tables.statedCount == 0 ? 0 : RunIndex(tables.durations).last?.sumAfter ?? 0
    }
    samples = TrackSamples(tables, runs, budget)
    tableSampleCount = tables.statedCount
    sampleCount = runs.last?.end ?? tables.statedCount
    byteCount = tables.byteCount.map { runs.reduce($0) { $0.addingSaturating($1.byteCount) } }
    let added = runs.reduce(UInt64(0)) { $0.addingSaturating(UInt64(clamping: $1.duration)) }
    if tables.statedCount == 0, !runs.isEmpty {
      // The header states the duration of fragments, or none.
      mediaDuration = added
    } else {
      let stated = mediaHeader.flatMap { statedDuration($0.duration, version: $0.header.version) }
      mediaDuration = (tables.duration ?? stated ?? 0).addingSaturating(added)
    }
    let offsets = tables.chunks.offsets
    lastChunkOffset = offsets.isEmpty ? nil : Int(clamping: offsets[offsets.count - 1, 0])
  }

  /// A track that only fragments describe: those of a segment whose movie box is in another file.
  ///
  /// - Parameter timescale: the timescale from an index of segments; 0 if there is none.
  init(
    fragmentsOf id: UInt32, timescale: UInt32, _ fragments: MovieFragments,
    _ budget: inout SampleBudget
  ) {
    box = Box(type: "trak", ContainerBox())
    header = nil
    matrix = TransformationMatrix()
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
    let runs = fragments.runs(of: id, firstSample: 0, descriptions, &budget) { 0 }
    samples = TrackSamples(
      TableSamples(SampleSource(table: [], track: descriptions)), runs, budget)
    tableSampleCount = 0
    sampleCount = runs.last?.end ?? 0
    byteCount = runs.reduce(UInt64(0)) { $0.addingSaturating($1.byteCount) }
    mediaDuration = runs.reduce(UInt64(0)) { $0.addingSaturating(UInt64(clamping: $1.duration)) }
    lastChunkOffset = nil
  }
}

/// The duration of a header; nil if it is unknown, with all bits set.
func statedDuration(_ duration: UInt64, version: UInt8) -> UInt64? {
  duration == (version == 1 ? .max : UInt64(UInt32.max)) ? nil : duration
}

extension AudioSampleEntry {
  /// The number of samples in a packet, and its size in bytes. QuickTime states the size of PCM samples as 1 for an
  /// audio frame, or for a part of a packet. Nil if it is unknown.
  ///
  /// - Parameter type: the type of the sample entry.
  package func packet(of type: FourCC) -> (samples: UInt64, bytes: UInt64)? {
    let packet: (samples: UInt64, bytes: UInt64) =
      if let packets {
        (UInt64(packets.samplesPerPacket), UInt64(packets.bytesPerFrame))
      } else if let extended {
        (
          UInt64(extended.constLPCMFramesPerAudioPacket), UInt64(extended.constBytesPerAudioPacket)
        )
      } else if ["ulaw", "alaw"].contains(type) {
        // The stated sample size is the size after decoding. A coded sample has 8 bits.
        (1, UInt64(channelCount))
      } else {
        (1, UInt64(channelCount) * UInt64(sampleSize) / 8)
      }
    return packet.samples > 0 && packet.bytes > 0 ? packet : nil
  }
}

extension Track {
  /// The title of the track; nil if the file states none.
  package var title: String? {
    let name = box.children.userData.first("name")?[UserDataPlainTextBox.self]
    // Some writers end it as C does.
    let text = name.map { $0.text.string.prefix { $0 != "\0" } } ?? ""
    guard text.isEmpty else { return String(text) }
    return metadata.value(of: [
      "name", "com.apple.quicktime.title", "com.apple.quicktime.displayname",
    ])
  }

  /// The language of the track as three letters of ISO 639-2/T, also if the file states a Macintosh number; nil if it states
  /// none.
  package var language: String? {
    mediaHeader.flatMap { PackedLanguage.letters(UInt64(MacintoshLanguage.packed($0.language))) }
  }

  /// What the sample entries say of frames that containers without boxes do not get, as phrases.
  package var boxedDescriptions: [String] {
    let kinds: [(types: Set<FourCC>, text: String)] = [
      (["dvcC", "dvvC", "dvwC"], "the configuration of Dolby Vision"),
      (["mdcv", "SmDm"], "the colours of the mastering display"),
      (["clli", "CoLL"], "the light levels of the content"),
      (["clap"], "the part of the picture to show"),
      (["st3d", "sv3d", "vexu", "hfov"], "the description of the stereo or 360° view"),
    ]
    let boxes = sampleEntries.flatMap(\.children)
    let types = Set(boxes.map(\.type))
    let named = kinds.filter { !$0.types.isDisjoint(with: types) }.map(\.text)
    let known = Track.carriedDescriptions.union(kinds.flatMap(\.types))
    let others = types.subtracting(known).map(\.description).sorted().map { "the box '\($0)'" }
    return (named + others).map { "\($0) (track \(id))" }
  }

  /// Boxes in sample entries whose content other containers state in their own form, or that say nothing to a player.
  private static let carriedDescriptions: Set<FourCC> = [
    "avcC", "hvcC", "av1C", "vpcC", "esds", "glbl", "d263", "damr", "dac3", "dec3", "dOps", "dfLa",
    "alac", "wave", "chan", "chnl", "pcmC", "srat", "colr", "pasp", "fiel", "gama", "chrm", "btrt",
    "ftab", "ccst", "free", "skip", FourCC(rawValue: 0),
  ]

  /// Whether the track has frames of HEVC layers above the base layer: for the second eye, alpha, or more detail.
  package var hasFurtherLayers: Bool {
    let boxes = sampleEntries.compactMap { $0[VisualSampleEntry.self] }.flatMap(\.children)
    let record = boxes.first(HEVCConfigurationBox.self)?.record
    return boxes.contains { $0.type == "lhvC" }
      || record?.nalUnits.contains(where: HEVCDecoderConfigurationRecord.isOfFurtherLayer) == true
  }

  /// Its language, as a phrase; nil if it states none.
  package var namedLanguage: String? {
    guard let language, language != "und" else { return nil }
    return "the language '\(language)' of track \(id)"
  }

  /// Its title, as a phrase; nil if it has none.
  package var namedTitle: String? {
    guard let title, !title.isEmpty else { return nil }
    return "the title '\(title)' of track \(id)"
  }

  /// The types of sample entries whose samples are encrypted: those of ISO/IEC 14496-12 §8.12, and those of QuickTime.
  package static let encryptedEntries: Set<FourCC> = [
    "encv", "enca", "enct", "encs", "encm", "enc3", "encp", "drmi", "drms", "p608",
  ]

  /// Whether any of its samples is encrypted.
  package var isEncrypted: Bool {
    sampleEntries.contains { Track.encryptedEntries.contains($0.type) }
  }

  /// The index of the first packet of audio that a decoder needs, so that it decodes another one as if it had decoded
  /// all before it.
  ///
  /// It follows from `roll` (ISO/IEC 14496-12 §10.1). If that is missing, Opus needs 80 ms (RFC 7845 §4.6), MP3 the
  /// packets that its bit reservoir refers to (ISO/IEC 11172-3 §2.4.2.7), and all others the packet before, because the
  /// packets of most codings overlap.
  package func firstPacket(toDecode shown: Sample) -> Int {
    // PCM has a sample for each moment.
    guard shown.duration > 1 else { return shown.index }
    let stated = shown.groups.lazy.compactMap { $0.description?.description as? RollRecoveryEntry }
      .first.map { Int($0.rollDistance) }
    if let stated { return max(0, shown.index - max(1, -stated)) }
    let entry = sampleEntries.first
    if entry?.type == "Opus" {
      let packets = (0.08 * Double(timescale) / Double(shown.duration)).rounded(.up)
      return max(0, shown.index - max(1, Int(min(packets, 1e6))))
    }
    var first = max(0, shown.index - 1)
    guard entry.flatMap({ FramedAudioCodec($0) }) == .mpegAudio else { return first }
    var reservoir = 0
    while first > 0, reservoir < Track.longestReservoir,
      let packet = samples.sample(at: first - 1)
    {
      reservoir += max(0, packet.fileRange.count - Track.longestHead)
      first -= 1
    }
    return first
  }

  /// The number of bytes before a packet of MP3 that it can refer to (`main_data_begin`, 9 bits).
  private static let longestReservoir = 511
  /// The header, check and side information of a packet of MP3, which are not part of the reservoir.
  private static let longestHead = 38

  /// Whether a fragment starts before the one that precedes it in the file (ISO/IEC 14496-12 §8.8.12).
  package var goesBackInTime: Bool {
    zip(samples.runs, samples.runs.dropFirst()).contains { $1.decodeTime < $0.decodeTime }
  }

  /// Whether there is time between its fragments that has no samples.
  package var hasGapBetweenFragments: Bool {
    zip(samples.runs, samples.runs.dropFirst()).contains { $1.decodeTime > $0.endTime }
  }

  /// What is wrong if its tables state samples to which they do not lead, as a sentence about the file; nil if they agree.
  /// A lost sector of `moov` is zeros, and zeros in a table are rows without samples (ISO/IEC 14496-12 §8.5 to §8.7).
  var lostSamples: String? {
    let found = samples.count
    if tableSampleCount > found, !samples.isCut {
      return
        "the tables of track \(id) state \(counted(tableSampleCount, "sample")), and lead to \(grouped(found)): they are damaged; \(Track.wayOut)"
    }
    return found == 0 && mediaDuration > 0
      ? "track \(id) lasts \(counted(mediaDuration, "tick")), and no table leads to a sample: it is damaged; \(Track.wayOut)"
      : nil
  }

  /// Why those of its samples that are behind the end of the file are not all read, as a sentence about the file; nil if
  /// they are.
  package var cutSamples: String? {
    samples.isCut && !samples.isExcess
      ? "track \(id) has more samples behind the end of the file than there are bytes in it: they are not read"
      : nil
  }

  private static let wayOut =
    "boxwalk repair --like finds samples with another recording of the same camera"
}

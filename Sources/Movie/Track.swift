public import ISOBMFF

/// One track of a movie.
public struct Track: Sendable {
  public let box: Box
  public let header: TrackHeaderBox?
  public let mediaHeader: MediaHeaderBox?
  /// `vide`, `soun`, `meta`, `tmcd`, ...
  public let handlerType: FourCC
  public let handlerName: String
  public let sampleEntries: [Box]
  public let references: [(type: FourCC, trackIDs: [UInt32])]
  public let sampleCount: Int
  /// Those of the sample tables; the others are in fragments.
  public let tableSampleCount: Int
  /// Of all samples together, in ``timescale``.
  public let mediaDuration: UInt64
  /// Of all samples together; nil if that would mean to read a very long table.
  public let byteCount: UInt64?
  /// Where the last chunk starts.
  public let lastChunkOffset: Int?
  /// The edit list, in the movie's timescale.
  public let edits: FieldTable?
  /// Metadata of the track itself.
  public let metadata: [MetadataItem]

  public var id: UInt32 { header?.trackID ?? 0 }
  /// Units per second of media times.
  public var timescale: UInt32 { mediaHeader?.timescale ?? 0 }
  /// In seconds.
  public var duration: Double? {
    timescale > 0 ? Double(mediaDuration) / Double(timescale) : nil
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

  /// Tables of more rows are not summed up: a summary reads little.
  static let rowLimit = 1 << 16

  init(_ box: Box, movie: [Box], fragments: Fragments) {
    self.box = box
    let children = box.children
    header = children.first(TrackHeaderBox.self)
    let media = children.at("mdia")
    mediaHeader = media.first(MediaHeaderBox.self)
    let handler = media.first(HandlerBox.self)
    handlerType = handler?.handlerType ?? FourCC(rawValue: 0)
    handlerName = handler?.name.string ?? ""
    let table = media.at("minf", "stbl")
    sampleEntries = table.at("stsd")
    references = children.at("tref").compactMap { box in
      box[TrackReferenceTypeBox.self].map { (box.type, $0.trackIDs) }
    }
    edits = children.at("edts").first(EditListBox.self)?.entries
    metadata = MetadataItem.items(in: children)

    let added = fragments[header?.trackID ?? 0]
    let sizes = SampleSizes(table, sound: sampleEntries.first(AudioSampleEntry.self))
    tableSampleCount = sizes.count
    sampleCount = sizes.count + (added?.samples ?? 0)
    byteCount = sizes.total.map { $0 &+ (added?.bytes ?? 0) }
    if let added, sizes.count == 0 {
      // What the header states is of the fragments, or of nothing.
      mediaDuration = added.duration
    } else {
      let stated = mediaHeader.flatMap { statedDuration($0.duration, version: $0.header.version) }
      let times = table.first(TimeToSampleBox.self)
      mediaDuration =
        (Track.sum(times, of: sizes.count) ?? stated ?? 0) &+ (added?.duration ?? 0)
    }
    lastChunkOffset =
      table.first(ChunkOffsetBox.self).flatMap { Track.last($0.chunkOffsets) }
      ?? table.first(ChunkLargeOffsetBox.self).flatMap { Track.last($0.chunkOffsets) }
  }

  private static func last(_ table: FieldTable) -> Int? {
    table.isEmpty ? nil : Int(table[table.count - 1, 0])
  }

  /// The duration of all samples; nil if the table is long, or is not of as many samples.
  private static func sum(_ box: TimeToSampleBox?, of samples: Int) -> UInt64? {
    guard let entries = box?.entries, entries.count <= rowLimit else { return nil }
    var count: UInt64 = 0
    var sum: UInt64 = 0
    entries.forEachRow { _, row in
      count &+= UInt64(bitPattern: row[0])
      sum &+= UInt64(bitPattern: row[0]) &* UInt64(bitPattern: row[1])
    }
    return count == UInt64(samples) && count > 0 ? sum : nil
  }
}

/// The duration of a header; nil if it says that it is not known, with all bits set.
func statedDuration(_ duration: UInt64, version: UInt8) -> UInt64? {
  duration == (version == 1 ? .max : UInt64(UInt32.max)) ? nil : duration
}

/// The sizes of the samples of a track that is not fragmented.
private struct SampleSizes {
  var count = 0
  var total: UInt64? = 0

  /// - Parameter sound: how the sound is coded, if it is sound.
  init(_ table: [Box], sound: AudioSampleEntry?) {
    if let box = table.first(SampleSizeBox.self) {
      count = Int(box.sampleCount)
      if box.sampleSize == 1, let bytes = sound?.byteCount(ofSamples: UInt64(box.sampleCount)) {
        total = bytes
      } else if box.sampleSize > 0 {
        total = UInt64(box.sampleSize) * UInt64(box.sampleCount)
      } else {
        total = SampleSizes.sum(box.entries)
      }
    } else if let box = table.first(CompactSampleSizeBox.self) {
      count = box.entries.count
      total = SampleSizes.sum(box.entries)
    }
  }

  private static func sum(_ entries: FieldTable) -> UInt64? {
    guard entries.count <= Track.rowLimit else { return nil }
    return entries.sum(of: 0)
  }
}

extension AudioSampleEntry {
  /// Samples that are coded together, and the bytes that they take. QuickTime states the size of PCM
  /// samples as 1, and means one sample of all channels, or a part of a packet. Nil if it is not known.
  package var packet: (samples: UInt64, bytes: UInt64)? {
    let packet: (samples: UInt64, bytes: UInt64) =
      if let packets {
        (UInt64(packets.samplesPerPacket), UInt64(packets.bytesPerFrame))
      } else if let extended {
        (
          UInt64(extended.constLPCMFramesPerAudioPacket), UInt64(extended.constBytesPerAudioPacket)
        )
      } else {
        (1, UInt64(channelCount) * UInt64(sampleSize) / 8)
      }
    return packet.samples > 0 && packet.bytes > 0 ? packet : nil
  }

  /// How many bytes so many samples take.
  package func byteCount(ofSamples count: UInt64) -> UInt64? {
    packet.map { count &* $0.bytes / $0.samples }
  }
}

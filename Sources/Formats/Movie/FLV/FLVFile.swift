public import FieldCoding
package import ISOBMFF

/// The tags of an FLV file.
///
///     let file = try FLVFile(bytes)
///     for tag in file.tags { print(tag.timestamp, tag.type) }
public struct FLVFile: Sendable {
  /// All the bytes of the file.
  public let bytes: Bytes
  public let header: FLVHeader
  /// The offset of the first tag.
  private let start: Int

  /// Reads the header.
  public init(_ bytes: Bytes) throws(FieldError) {
    self.bytes = bytes
    header = try FLVHeader(decoding: bytes)
    start = Int(clamping: header.dataOffset) + 4
  }

  /// The tags, up to the end of the file or to the first unreadable tag.
  public var tags: Tags { Tags(bytes, start) }

  /// Reads tag by tag.
  public struct Tags: Sequence, IteratorProtocol, Sendable {
    private let bytes: Bytes
    private var position: Int
    /// The reason why no more tags can be read, after the last one; nil at the end of the file.
    public private(set) var failure: FieldError?

    fileprivate init(_ bytes: Bytes, _ position: Int) {
      self.bytes = bytes
      self.position = position
    }

    public mutating func next() -> FLVTag? {
      guard failure == nil, let rest = bytes.part(position..<bytes.count), !rest.isEmpty else {
        return nil
      }
      do throws(FieldError) {
        let tag = try FLVTag(decoding: rest)
        position += FLVTag.headerSize + tag.data.count + 4
        return tag
      } catch {
        failure = error
        return nil
      }
    }
  }
}

/// The start of an FLV file (Adobe Flash Video File Format Specification 10.1, annex E.2), and the size of the previous
/// tag, which is 0 (E.3).
public struct FLVHeader: FieldCodable {
  public var version: UInt8 = 1
  public var hasAudio = false
  public var hasVideo = false
  /// The offset of the first tag, minus the four bytes of the size before it.
  public var dataOffset: UInt32 = 9
  public var previousTagSize: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var signature = FLVHeader.signature
    try f.uint(24, "Signature", &signature, as: .hex)
    guard signature == FLVHeader.signature else {
      throw f.error(.invalid("an FLV file starts with FLV, and this one does not"))
    }
    try f.uint(8, "Version", &version)
    try f.reserved(5)
    try f.flag("TypeFlagsAudio", &hasAudio)
    try f.reserved(1)
    try f.flag("TypeFlagsVideo", &hasVideo)
    try f.uint(32, "DataOffset", &dataOffset)
    guard dataOffset >= 9 else {
      throw f.error(.invalid("DataOffset is \(dataOffset), less than the 9 bytes of the header"))
    }
    var more = Bytes([UInt8](repeating: 0, count: f.isDecoding ? 0 : Int(dataOffset) - 9))
    try f.bytes("more", &more, count: .exactly(Int(dataOffset) - 9))
    try f.uint(32, "PreviousTagSize0", &previousTagSize)
  }

  /// `FLV`
  private static let signature: UInt32 = 0x46_4C56
}

/// A tag of an FLV file (annex E.4.1): a packet of audio, a frame, or data, followed by its size.
public struct FLVTag: FieldCodable {
  public var isEncrypted = false
  public var type = FLVTagType.script
  /// The decoding time, in milliseconds.
  public var timestamp: Int32 = 0
  public var streamID: UInt32 = 0
  public var data = Bytes()
  /// The size of this tag in bytes, without this field. It is wrong in files of programs that cut them, so nothing
  /// depends on it.
  public var size: UInt32 = 11

  /// The bytes in front of ``data``.
  static let headerSize = 11

  public init() {}

  /// A tag at this time, in milliseconds, with its size as it has to be.
  public init(_ type: FLVTagType, at timestamp: Int32, _ data: Bytes) {
    self.type = type
    self.timestamp = timestamp
    self.data = data
    size = UInt32(clamping: data.count + FLVTag.headerSize)
  }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(2)
    try f.flag("Filter", &isEncrypted)
    try f.uint(5, "TagType", &type.rawValue, as: .names(FLVTagType.names))
    var count = UInt32(clamping: data.count)
    try f.uint(24, "DataSize", &count)
    // The lowest 24 bits come first.
    let stated = UInt32(bitPattern: timestamp)
    var (low, high) = (stated & 0xFF_FFFF, stated >> 24)
    try f.uint(24, "Timestamp", &low)
    try f.uint(8, "TimestampExtended", &high)
    timestamp = Int32(bitPattern: high << 24 | low)
    try f.uint(24, "StreamID", &streamID)
    try f.bytes("Data", &data, count: .exactly(Int(count)))
    try f.uint(32, "PreviousTagSize", &size)
  }
}

/// The kind of a tag (`TagType`).
public struct FLVTagType: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let audio = FLVTagType(rawValue: 8)
  public static let video = FLVTagType(rawValue: 9)
  public static let script = FLVTagType(rawValue: 18)

  public static let names: ValueNames = [8: "audio", 9: "video", 18: "script data"]
}

/// A track of a movie in the form of FLV tags.
struct FLVTrack {
  /// How the samples of one sample entry are coded.
  enum Codec {
    /// - Parameter fourCC: nil for AVC, which has a codec ID.
    case video(fourCC: FourCC?, record: Bytes, reorders: Bool)
    /// - Parameters:
    ///   - head: the whole tag except the body.
    ///   - record: the decoder configuration; nil if there is none.
    case audio(head: FLVAudioData, record: Bytes?)
  }

  let track: Track
  let codecs: [Codec]
  let media: PresentedMedia
  private let lateness: Int64

  /// When a sample is decoded, in milliseconds: never after it is shown. FLV has a second time only for codecs that
  /// reorder frames; others are decoded when they are shown.
  func decoded(_ sample: Sample) -> Int64 {
    guard hasOffsets else { return media.time(ofMedia: sample.compositionTime, in: 1000) }
    return media.time(ofMedia: sample.decodeTime.subtractingSaturating(lateness), in: 1000)
  }

  private var hasOffsets: Bool {
    codecs.contains {
      if case .video(_, _, reorders: true) = $0 { true } else { false }
    }
  }

  var isVideo: Bool { track.handlerType == "vide" }

  /// Throws if FLV cannot hold the track.
  init(_ track: Track, movieTimescale: UInt32) throws(FLVError) {
    self.track = track
    guard let media = PresentedMedia(track, movieTimescale: movieTimescale) else {
      throw FLVError(
        "has an edit list that shows it at other speeds, again and again, or from frames that cannot be decoded first, which FLV cannot store"
      )
    }
    self.media = media
    lateness = track.samples.lateness
    guard !track.sampleEntries.isEmpty else { throw FLVError("has no sample entry") }
    codecs = try track.sampleEntries.map { (entry) throws(FLVError) in
      guard !["encv", "enca"].contains(entry.type) else {
        throw FLVError("is encrypted: boxwalk does not write encrypted tracks to FLV")
      }
      guard let codec = Codec(entry) else {
        throw FLVError("is coded as '\(entry.type)', which boxwalk does not write to FLV")
      }
      return codec
    }
  }

  /// The tag with the decoder configuration of a sample entry; nil if none is needed.
  func start(_ codec: Codec) throws(FieldError) -> Bytes? {
    switch codec {
    case .video(let fourCC, let record, _):
      var data = FLVVideoData()
      data.isEnhanced = fourCC != nil
      data.fourCC = fourCC ?? data.fourCC
      data.packetType = .sequenceStart
      data.body = record
      return Bytes(try data.encoded())
    case .audio(var head, let record):
      guard let record else { return nil }
      head.packetType = .sequenceStart
      head.body = record
      return Bytes(try head.encoded())
    }
  }

  /// The bytes of a tag before those of a sample.
  ///
  /// - Parameter offset: the composition time minus the decoding time, in milliseconds.
  func head(
    _ codec: Codec, of sample: Sample, offset: Int32
  ) throws(FieldError) -> [UInt8] {
    switch codec {
    case .video(let fourCC, _, let reorders):
      var data = FLVVideoData()
      data.isEnhanced = fourCC != nil
      data.fourCC = fourCC ?? data.fourCC
      data.frameType =
        sample.isSync ? .key : sample.flags.isDependedOn == 2 ? .disposable : .inter
      // Without an offset, the packet can use the type that has no field for it.
      data.packetType = reorders && fourCC != nil && offset == 0 ? .codedFramesX : .codedFrames
      data.compositionOffset = offset
      return try data.encoded()
    case .audio(let head, _): return try head.encoded()
    }
  }
}

/// The reason why something cannot be written as FLV, in words that follow its subject.
public struct FLVError: Error, Equatable, Sendable, CustomStringConvertible {
  public var description: String
  init(_ description: String) { self.description = description }
}

extension ElementaryStreamDescriptorBox {
  /// What a decoder of AAC has to know, as containers have it: `AudioSpecificConfig`. Nil for other audio of MPEG-4,
  /// such as lossless coding (ALS), which these containers have no name for.
  package var audioSpecificConfig: Bytes? {
    guard let settings = audioConfiguration,
      [1, 2, 3, 4, 5, 6, 17, 19, 20, 23, 29, 39, 42].contains(settings.audioObjectType)
    else { return nil }
    return (try? settings.encoded()).map { Bytes($0) }
  }
}

extension FLVTrack.Codec {
  /// Nil if FLV cannot hold the codec of a sample entry.
  init?(_ entry: Box) {
    if let visual = entry[VisualSampleEntry.self] {
      self.init(visual, entry.type)
    } else if let audio = entry[AudioSampleEntry.self] {
      self.init(audio, entry.type)
    } else {
      return nil
    }
  }

  private init?(_ entry: VisualSampleEntry, _ type: FourCC) {
    func record(_ box: FourCC) -> Bytes? { entry.children.first(box)?.payload }
    switch type {
    case "avc1", "avc3", "dva1", "dvav":
      guard let record = record("avcC") else { return nil }
      self = .video(fourCC: nil, record: record, reorders: true)
    case "hvc1", "hev1", "dvh1", "dvhe":
      guard let record = record("hvcC") else { return nil }
      self = .video(fourCC: "hvc1", record: record, reorders: true)
    case "av01", "dav1":
      guard let record = record("av1C") else { return nil }
      self = .video(fourCC: "av01", record: record, reorders: false)
    case "vp08", "vp09":
      guard let record = record("vpcC") else { return nil }
      self = .video(fourCC: type, record: record, reorders: false)
    default: return nil
    }
  }

  private init?(_ entry: AudioSampleEntry, _ type: FourCC) {
    let settings = entry.children + entry.children.at("wave")
    var head = FLVAudioData()
    head.isStereo = entry.channels > 1
    let object = settings.first(ElementaryStreamDescriptorBox.self)
    switch (type, object?.objectTypeIndication) {
    case ("mp4a", 0x40?), ("mp4a", 0x66?), ("mp4a", 0x67?), ("mp4a", 0x68?):
      // The record states the rate and the channels, so those of the tag have no effect.
      head.isStereo = true
      guard let record = object?.audioSpecificConfig else { return nil }
      self = .audio(head: head, record: record)
    case ("mp4a", 0x69?), ("mp4a", 0x6B?), (".mp3", _):
      let rates: [Double: UInt8] = [11_025: 1, 22_050: 2, 44_100: 3]
      guard let rate = rates[entry.samplesPerSecond] else {
        self = .enhanced(".mp3", nil)
        return
      }
      (head.format, head.rate) = (2, rate)
      self = .audio(head: head, record: nil)
    case ("Opus", _):
      guard let box = settings.first(OpusSpecificBox.self) else { return nil }
      self = .enhanced("Opus", Bytes(box.identificationHeader))
    case ("ac-3", _), ("ec-3", _): self = .enhanced(type, nil)
    default: return nil
    }
  }

  private static func enhanced(_ fourCC: FourCC, _ record: Bytes?) -> Self {
    var head = FLVAudioData()
    (head.format, head.fourCC) = (9, fourCC)
    return .audio(head: head, record: record)
  }
}

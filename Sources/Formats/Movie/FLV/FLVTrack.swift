package import ISOBMFF

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

import AVC
import Editing
import HEVC
import ISOBMFF
import Movie
import NALUnits

/// A value of QuickTime metadata to be written.
struct LiveMovieKey {
  var key: String
  /// The type of the value, a well-known type.
  var type: UInt32
  var value: [UInt8]

  static func text(_ key: String, _ text: String) -> LiveMovieKey {
    LiveMovieKey(key: key, type: 1, value: Array(text.utf8))
  }
}

extension Box {
  /// Sets values in the metadata of this movie (`moov/meta`) and keeps all others (QuickTime File
  /// Format: Metadata).
  ///
  /// ISO metadata is converted to QuickTime metadata. A `meta` box of another kind stays, after the new
  /// one.
  mutating func set(_ keys: [LiveMovieKey]) throws(EditError) {
    let indices = children.indices.filter { children[$0].isMovieMetadata }
    guard indices.count < 2 else {
      throw EditError(
        .unsupported,
        "has \(indices.count) moov/meta boxes with keys; readers use only one of them, and not always the same"
      )
    }
    if let index = indices.first {
      var meta = children[index]
      try meta.setValues(keys)
      if meta != children[index] { children[index] = meta }
      return
    }
    if let broken = children.first(where: { $0.type == "meta" && !$0.isContainer }) {
      throw EditError(
        .damaged,
        "has moov/meta that cannot be read\(broken.damage.first.map { ": \($0.reason)" } ?? "")")
    }
    var handler = HandlerBox()
    handler.handlerType = "mdta"
    var body = MetaBox()
    body.header = nil
    body.children = [
      Box(handler), Box(MetadataItemKeysBox()), Box(MetadataItemListBox()),
    ]
    var meta = Box(body)
    try meta.setValues(keys)
    let index = children.firstIndex("meta") ?? children.endIndex
    children.insert(meta, at: index)
  }

  private var isMovieMetadata: Bool {
    type == "meta" && children.first(HandlerBox.self)?.handlerType == "mdta"
  }

  private mutating func setValues(_ values: [LiveMovieKey]) throws(EditError) {
    guard var body = self[MetaBox.self] else { return }
    body.header = nil
    if body.children.first("keys") == nil { body.children.append(Box(MetadataItemKeysBox())) }
    if body.children.first("ilst") == nil { body.children.append(Box(MetadataItemListBox())) }
    guard let keysIndex = body.children.firstIndex("keys"),
      let listIndex = body.children.firstIndex("ilst"),
      var keys = body.children[keysIndex][MetadataItemKeysBox.self],
      body.children[listIndex].isContainer
    else { throw EditError(.damaged, "has movie metadata that cannot be read") }
    var items = body.children[listIndex].children
    for value in values {
      let known = keys.keys.firstIndex {
        $0.namespace == "mdta" && $0.value.string == value.key
      }
      if known == nil {
        var key = MetadataItemKeysBox.Key()
        key.value = Text(value.key, form: .plain)
        keys.keys.append(key)
      }
      let number = UInt32(clamping: (known ?? keys.keys.count - 1) + 1)
      let type = FourCC(rawValue: number)
      let item = value.item(type)
      if let index = items.firstIndex(where: { $0.type == type }) {
        if items[index].value != item.value { items[index] = item }
        // An item in another language would state another identifier.
        items.removeAll { $0.type == type && $0.value != item.value }
      } else {
        items.append(item)
      }
    }
    if keys != body.children[keysIndex][MetadataItemKeysBox.self] {
      body.children[keysIndex][MetadataItemKeysBox.self] = keys
    }
    if items != body.children[listIndex].children { body.children[listIndex].children = items }
    self[MetaBox.self] = body
  }

  fileprivate var value: MetadataValueBox? { children.first(MetadataValueBox.self) }
}

extension LiveMovieKey {
  fileprivate func item(_ number: FourCC) -> Box {
    var data = MetadataValueBox()
    data.typeIndicator = type
    data.value = Bytes(value)
    var item = MetadataItemBox()
    item.children = [Box(data, in: .metadataItemParts)]
    return Box(type: number, item, in: .metadataItems)
  }
}

/// Codecs that Photos plays, by the types of their sample entries.
enum LivePhotoCodecs {
  private static let video: Set<FourCC> = ["avc1", "hvc1", "dvh1", "dva1"]
  private static let audio: Set<FourCC> = [
    "mp4a", "lpcm", "sowt", "twos", "raw ", "alac", "ac-3", "ec-3", "apac",
  ]
  /// Bits of a sample of PCM, by types that state them.
  private static let pcm: [FourCC: Int] = ["in24": 24, "in32": 32, "fl32": 32, "fl64": 64]
  static let proRes: Set<FourCC> = ["apch", "apcn", "apcs", "apco", "ap4h", "ap4x"]
  /// The types of MP3 in QuickTime, including those of Windows.
  static let mp3: Set<FourCC> = [
    ".mp3", FourCC(rawValue: 0x6D73_0055), FourCC(rawValue: 0x6D73_0050),
  ]

  /// Audio that players know, and no phone puts into a Live Photo.
  static let unusualAudio: [FourCC: String] = ["alac": "ALAC", "ac-3": "AC-3", "ec-3": "E-AC-3"]

  /// The bits of a sample of uncompressed audio; nil for other audio.
  static func pcmBits(_ type: FourCC, _ entry: AudioSampleEntry) -> Int? {
    if let bits = pcm[type] { return bits }
    guard ["lpcm", "sowt", "twos"].contains(type) else { return nil }
    return entry.extended.map { Int($0.constBitsPerChannel) } ?? Int(entry.sampleSize)
  }
  /// The codecs that are played under another type, which `retag` gives them without any loss.
  static let retagged: Set<FourCC> = ["hev1", "avc3", "dvhe", "dvav"]

  /// The types of the tracks' codecs that are not played.
  static func unplayed(in tracks: [Track]) -> (video: [FourCC], audio: [FourCC]) {
    func others(_ handler: FourCC, _ known: Set<FourCC>) -> [FourCC] {
      tracks.filter { $0.handlerType == handler }.flatMap(\.sampleEntries).map(\.type)
        .filter { !known.contains($0) && !["free", "skip"].contains($0) }
    }
    return (
      others("vide", video.union(proRes)), others("soun", audio.union(pcm.keys).union(mp3))
    )
  }

  /// The command that makes a movie with codecs that are played.
  static func transcoding(video: Bool, audio: Bool) -> String {
    let advice = video || !audio ? "" : " --preset passthrough --audio aac"
    return "boxwalk transcode MOVIE\(advice) -o NEW.mov"
  }
}

/// A kind of media that Apple's players support, but that no phone puts into a Live Photo. Photos may refuse it; how
/// often is unknown.
struct UnusualLiveMedia {
  /// A part of a sentence that begins with "it".
  let message: String
  let evidence: LiveFinding.Evidence

  /// All doubtful media of the tracks, each kind once.
  static func all(in tracks: [Track]) -> [UnusualLiveMedia] {
    var all: [UnusualLiveMedia] = []
    for track in tracks where ["vide", "soun"].contains(track.handlerType) {
      for entry in track.sampleEntries {
        let found =
          track.handlerType == "vide" ? UnusualLiveMedia(video: entry) : .init(audio: entry)
        if let found, !all.contains(where: { $0.message == found.message }) { all.append(found) }
      }
    }
    return all
  }

  private init(_ kind: String, _ usual: String, _ evidence: LiveFinding.Evidence, _ command: String)
  {
    message =
      "has \(kind), which Photos may refuse, because phones write only \(usual); to make a movie like theirs: \(command)"
    self.evidence = evidence
  }

  private init?(video entry: Box) {
    let command = LivePhotoCodecs.transcoding(video: true, audio: false)
    if LivePhotoCodecs.proRes.contains(entry.type) {
      self.init("video of Apple ProRes ('\(entry.type)')", "H.264 and HEVC", .weak, command)
      return
    }
    guard let chroma = UnusualLiveMedia.chromaFormat(of: entry), chroma.rawValue > 1 else {
      return nil
    }
    self.init("video of \(chroma)", "4:2:0", .medium, command)
  }

  private static func chromaFormat(of entry: Box) -> ChromaFormat? {
    if let record = entry.children.first(HEVCConfigurationBox.self)?.record {
      return record.chromaFormat
    }
    guard let record = entry.children.first(AVCConfigurationBox.self)?.record else { return nil }
    return (try? record.sequence())?.chromaFormat ?? record.highProfile?.chromaFormat
  }

  private init?(audio entry: Box) {
    guard let audio = entry[AudioSampleEntry.self] else { return nil }
    let command = LivePhotoCodecs.transcoding(video: false, audio: true)
    let descriptors = entry.children + entry.children.at("wave")
    let type = descriptors.first(ElementaryStreamDescriptorBox.self)?.objectTypeIndication
    // MPEG-1 and MPEG-2 audio, whose files usually have layer III.
    if LivePhotoCodecs.mp3.contains(entry.type) || type == 0x69 || type == 0x6B {
      self.init("audio of MP3", "AAC and PCM", .weak, command)
      return
    }
    if let name = LivePhotoCodecs.unusualAudio[entry.type] {
      self.init("audio of \(name)", "AAC and PCM", .weak, command)
      return
    }
    guard let bits = LivePhotoCodecs.pcmBits(entry.type, audio), bits != 16 else { return nil }
    self.init("PCM audio of \(bits) bits", "16 bits", .weak, command)
  }
}

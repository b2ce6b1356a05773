package import ISOBMFF
import Movie

/// Converts the description of a movie to the form of a format: QuickTime, or ISO/IEC 14496-12.
struct RemuxedMovie {
  let format: MovieFormat
  var isQuickTime: Bool { format.isQuickTime }
  /// The features that the format does not support, as sentences.
  private(set) var losses: [String] = []

  init(_ format: MovieFormat) { self.format = format }

  mutating func convert(_ moov: inout Box, of movie: MovieFile) throws(EditError) {
    var children = moov.children
    if children.contains(where: { $0.type == "rmra" }) {
      throw EditError(.unsupported, "refers to other movies (rmra), and contains none itself")
    }
    // `meta` with QuickTime's keys keeps its form without a version: Android and Apple also write it in MP4, and
    // programs expect it.
    let tracks = Dictionary(movie.tracks.map { ($0.id, $0) }) { first, _ in first }
    for index in children.indices where children[index].type == "trak" {
      let id = children[index].children.first(TrackHeaderBox.self)?.trackID
      guard let track = id.flatMap({ tracks[$0] }) else { continue }
      try convert(&children[index], of: track)
    }
    moov.children = children
  }

  private mutating func convert(_ trak: inout Box, of track: Track) throws(EditError) {
    let quickTime = isQuickTime
    trak.change(["tkhd"]) { box in
      // One bit has two meanings: the track is in the poster, or its size is only a ratio (§8.3.2).
      guard let flags = box[TrackHeaderBox.self]?.header.flags, flags & 8 != 0 else { return false }
      box[TrackHeaderBox.self]?.header.flags = flags & ~8
      return true
    }
    trak.change(["mdia", "mdhd"]) { header in
      guard !quickTime, let language = header[MediaHeaderBox.self]?.language else { return false }
      header[MediaHeaderBox.self]?.language = MacintoshLanguage.packed(language)
      return true
    }
    trak.change(["mdia", "hdlr"]) { box in
      box.setHandlerForm(quickTime)
      return true
    }
    if !quickTime { name(["clip", "matt", "imap"], in: trak, of: track) }
    try trak.change(["mdia", "minf"]) { (box) throws(EditError) in
      var children = box.children
      try setHeader(&children, of: track)
      try setDataReferences(&children, of: track)
      box.children = children
      return true
    }
    try trak.change(["mdia", "minf", "stbl"]) { (table) throws(EditError) in
      try setSampleEntries(of: &table, of: track)
      return true
    }
    trak.change(["mdia", "minf", "stbl", "ctts"]) { box in
      guard let offsets = box[CompositionOffsetBox.self] else { return false }
      var isNegative = false
      offsets.entries.forEachRow { _, row in isNegative = isNegative || row[1] < 0 }
      // QuickTime has one version, with signed offsets. Version 0 of ISO/IEC 14496-12 is unsigned (§8.6.1.3).
      let version: UInt8 = quickTime || !isNegative ? 0 : 1
      guard isNegative, offsets.header.version != version else { return false }
      box[CompositionOffsetBox.self]?.header.version = version
      return true
    }
  }

  /// Names the boxes of a track that change its drawing, and that only QuickTime supports.
  private mutating func name(_ types: Set<FourCC>, in trak: Box, of track: Track) {
    let found = trak.children.filter { types.contains($0.type) }.map { "\($0.type)" }
    guard !found.isEmpty else { return }
    losses.append(
      "track \(track.id): \(found.joined(separator: ", ")) stays, but only QuickTime draws tracks in this way"
    )
  }

  mutating func lose(_ sentence: String) {
    if !losses.contains(sentence) { losses.append(sentence) }
  }

  // MARK: Media information

  /// QuickTime has `gmhd` and a data handler; ISO/IEC 14496-12 has `nmhd` (§8.4.5).
  private mutating func setHeader(
    _ children: inout [Box], of track: Track
  ) throws(EditError) {
    let index = children.firstIndex { ["gmhd", "nmhd", "sthd"].contains($0.type) }
    if isQuickTime {
      if let index, children[index].type != "gmhd" {
        children.removeAll { ["nmhd", "sthd"].contains($0.type) }
        if !children.contains(where: { $0.type == "gmhd" }) {
          children.insert(.baseMediaHeader(of: track.handlerType), at: 0)
        }
      }
      guard !children.contains(where: { $0.type == "hdlr" }) else { return }
      let header = children.firstIndex("dinf") ?? children.endIndex
      children.insert(.dataHandler, at: header)
    } else {
      children.removeAll { $0.type == "hdlr" }
      guard let index = children.firstIndex("gmhd") else { return }
      // The drawing properties of texts and time codes are kept for readers that support them.
      let says = children[index].children.contains { $0.type != "gmin" }
      if !says { children.remove(at: index) }
      guard !children.contains(where: { $0.type.isMediaHeader }) else { return }
      let header: FourCC = track.handlerType == "subt" ? "sthd" : "nmhd"
      children.insert(Box(type: header, NullMediaHeaderBox()), at: 0)
    }
  }

  /// QuickTime's aliases are URLs in ISO/IEC 14496-12 (§8.7.2).
  private func setDataReferences(_ children: inout [Box], of track: Track) throws(EditError) {
    guard !isQuickTime else { return }
    guard let index = children.firstIndex("dinf") else {
      let table = children.firstIndex("stbl") ?? children.endIndex
      return children.insert(.dataInformation, at: table)
    }
    try children[index].change(["dref"]) { (box) throws(EditError) in
      var entries = box.children
      for index in entries.indices where entries[index].type != "url " {
        guard !entries[index].isElsewhere else {
          throw EditError(
            .unsupported,
            "has samples of track \(track.id) in another file, which \(format.name) cannot refer to in this way"
          )
        }
        guard entries[index].type == "alis" else { continue }
        entries[index] = Box(DataEntryUrlBox())
      }
      box.children = entries
      return true
    }
  }
}

extension FourCC {
  /// Whether it is a media header box. A track has one of them (ISO/IEC 14496-12 §8.4.5).
  fileprivate var isMediaHeader: Bool {
    ["vmhd", "smhd", "hmhd", "nmhd", "sthd"].contains(self)
  }
}

extension Box {
  /// Converts the name of a handler: in QuickTime it begins with its length, elsewhere it ends with a zero byte
  /// (§8.4.3).
  mutating func setHandlerForm(_ isQuickTime: Bool) {
    guard var handler = self[HandlerBox.self] else { return }
    handler.manufacturer = FourCC(rawValue: 0)
    handler.componentFlags = 0
    handler.componentFlagsMask = 0
    handler.predefined = isQuickTime ? "mhlr" : FourCC(rawValue: 0)
    let name = handler.name.string
    if isQuickTime {
      var bytes = Array(name.utf8.prefix(255))
      while String(validating: bytes, as: UTF8.self) == nil { bytes.removeLast() }
      handler.name = Text(String(decoding: bytes, as: UTF8.self), form: .counted)
    } else {
      handler.name = Text(name)
    }
    self[HandlerBox.self] = handler
  }

  /// The handler of data as QuickTime has it.
  static var dataHandler: Box {
    var handler = HandlerBox()
    handler.predefined = "dhlr"
    handler.handlerType = "url "
    handler.name = Text("", form: .counted)
    return Box(handler)
  }

  /// `gmhd` as QuickTime has it for media of a kind.
  static func baseMediaHeader(of handler: FourCC) -> Box {
    var children = [Box(BaseMediaInfoBox())]
    if handler == "text" { children.append(Box(TextMediaInfoBox())) }
    if handler == "tmcd" { children.append(.container("tmcd", [Box(TimecodeMediaInfoBox())])) }
    return .container("gmhd", children)
  }
}

extension RemuxedMovie {
  /// Converts sample entries to the form of the format.
  mutating func setSampleEntries(of table: inout Box, of track: Track) throws(EditError) {
    guard let index = table.children.firstIndex("stsd"),
      var description = table.children[index][SampleDescriptionBox.self]
    else { return }
    var needsVersion = false
    let tableOfSizes = table.children.first(SampleSizeBox.self)
    var frameSize: UInt64?
    for index in description.children.indices {
      let entry = description.children[index]
      if let audio = entry[AudioSampleEntry.self] {
        // QuickTime states a sample size of 1 for the whole audio frame of uncompressed audio.
        if tableOfSizes?.sampleSize == 1, let packet = audio.packet(of: entry.type),
          packet.samples == 1
        {
          frameSize = packet.bytes
        }
        let new =
          isQuickTime
          ? quickTimeAudio(entry, audio, of: track) : isoAudio(entry, audio, of: track)
        guard let new else { continue }
        description.children[index] = new
        needsVersion =
          needsVersion || new[AudioSampleEntry.self]?.setting(SamplingRateBox.self) != nil
      } else if entry[VisualSampleEntry.self] != nil {
        convertPictures(&description.children[index], of: track)
      } else if isQuickTime, ["stpp", "wvtt", "sbtt", "stxt"].contains(entry.type) {
        lose(
          "track \(track.id): texts of this kind (\(entry.type)) stay as they are, because QuickTime has no form for them"
        )
      }
    }
    description.header.version = needsVersion && !isQuickTime ? 1 : 0
    table.children[index][SampleDescriptionBox.self] = description
    guard let frameSize, frameSize > 1, let frame = UInt32(exactly: frameSize) else { return }
    table.change(["stsz"]) { box in
      box[SampleSizeBox.self]?.sampleSize = frame
      return true
    }
  }

  // MARK: Frames

  private mutating func convertPictures(_ entry: inout Box, of track: Track) {
    var children = entry.children
    for index in children.indices {
      guard var colour = children[index][ColourInformationBox.self] else { continue }
      if isQuickTime, colour.colourType == "nclx", !colour.isFullRange {
        colour.colourType = "nclc"
      } else if !isQuickTime, colour.colourType == "nclc" {
        colour.colourType = "nclx"
        colour.hasFullRangeFlag = true
        colour.isFullRange = false
      } else {
        continue
      }
      children[index][ColourInformationBox.self] = colour
    }
    entry.children = children
    guard !isQuickTime else { return }
    if entry[VisualSampleEntry.self]?.colorTable != nil
      || !RemuxedMovie.isoPictures.contains(entry.type)
    {
      lose(
        "track \(track.id): only QuickTime describes pictures in this way (\(entry.type)): they stay as they are, and few programs show them in \(format.name)"
      )
    }
  }

  /// Frames that standards define for files of ISO/IEC 14496-12.
  private static let isoPictures: Set<FourCC> = [
    "avc1", "avc2", "avc3", "avc4", "avcp", "hvc1", "hev1", "hvc2", "hev2", "hvc3", "hev3", "hvt1",
    "hvt2", "hvt3", "lhv1", "lhe1", "lht1", "vvc1", "vvi1", "vvs1", "vvcN", "svc1", "svc2", "mvc1",
    "mvc2", "mvc3", "mvc4", "mvd1", "mvd2", "mvd3", "mvd4", "a3d1", "a3d2", "a3d3", "a3d4", "evc1",
    "evs1", "evs2", "av01", "vp08", "vp09", "dvh1", "dvhe", "dva1", "dvav", "dav1", "mp4v", "s263",
    "mjp2", "jpeg", "j2ki", "uncv", "encv", "resv", "icpv", "vc-1", "apv1", "jxsm",
  ]

  // MARK: Audio as ISO/IEC 14496-12 §12.2.3 has it

  /// Nil if it stays as it is.
  private mutating func isoAudio(
    _ box: Box, _ old: AudioSampleEntry, of track: Track
  ) -> Box? {
    let isPlain = old.packets == nil && old.extended == nil && old.children.at("wave").isEmpty
    var entry = old.withoutQuickTime
    if let format = PCMFormat(box.type, old), !["ipcm", "fpcm"].contains(box.type) {
      guard format.isSigned else { return unknown(box, of: track) }
      var configuration = PCMConfigurationBox()
      configuration.formatFlags = format.isLittleEndian ? 1 : 0
      configuration.sampleSize = UInt8(format.bits)
      entry.sampleSize = UInt16(format.bits)
      entry.children = [Box(configuration)] + entry.children
      return Box(type: format.isFloat ? "fpcm" : "ipcm", entry, in: .sampleEntries)
    }
    if RemuxedMovie.mp3.contains(box.type) {
      entry.children = [Box(ElementaryStreamDescriptorBox.mp3)] + entry.children
      return Box(type: "mp4a", entry, in: .sampleEntries)
    }
    guard RemuxedMovie.isoAudioTypes.contains(box.type) else { return unknown(box, of: track) }
    guard !isPlain else { return nil }
    let inWave = old.children.at("wave").filter { !RemuxedMovie.waveParts.contains($0.type) }
    let settings = inWave.filter { setting in
      // `wave` contains a box with the type of the sample entry and no fields.
      setting.type.rawValue != 0 && !entry.children.contains { $0.type == setting.type }
    }
    entry.children = settings + entry.children
    guard box.type != "mp4a" || entry.elementaryStream != nil else {
      return unknown(box, of: track)
    }
    return Box(type: box.type, entry, in: .sampleEntries)
  }

  private mutating func unknown(_ box: Box, of track: Track) -> Box? {
    lose(
      "track \(track.id): only QuickTime describes audio in this way (\(box.type)): it stays as it is, and few programs play it in \(format.name)"
    )
    return nil
  }

  static let mp3: Set<FourCC> = [".mp3", FourCC(rawValue: 0x6D73_0055)]

  /// Audio that standards define for files of ISO/IEC 14496-12.
  private static let isoAudioTypes: Set<FourCC> = [
    "mp4a", "alac", "ac-3", "ec-3", "ac-4", "mlpa", "Opus", "fLaC", "samr", "sawb", "sawp", "sevc",
    "sqcp", "dtsc", "dtse", "dtsh", "dtsl", "dtsx", "dtsy", "mha1", "mha2", "mhm1", "mhm2", "iamf",
    "ipcm", "fpcm", "enca", "resa", "wma ",
  ]

  /// The boxes in `wave` that only QuickTime needs.
  private static let waveParts: Set<FourCC> = ["frma", "enda", "mp4a", "srcq"]
}

extension AudioSampleEntry {
  /// The entry without QuickTime's extensions. Its values move to the fields of ISO/IEC 14496-12.
  var withoutQuickTime: AudioSampleEntry {
    var entry = self
    let rate = samplesPerSecond.rounded()
    entry.version = 0
    entry.revision = 0
    entry.vendor = FourCC(rawValue: 0)
    entry.compressionID = 0
    entry.packetSize = 0
    entry.channelCount = UInt16(clamping: channels)
    if let extended {
      entry.sampleSize =
        extended.constBitsPerChannel > 0 ? UInt16(clamping: extended.constBitsPerChannel) : 16
    }
    entry.packets = nil
    entry.extended = nil
    entry.children = children.filter { $0.type != "wave" && $0.type.rawValue != 0 }
    if rate > 0, rate < 65_536 {
      entry.sampleRate = UInt32(rate) << 16
    } else if let wide = UInt32(exactly: rate) {
      // Rates that do not fit into the field are in a box of their own (§12.2.3).
      // The field has a multiple of it, and 0 is the one with which programs that do not know the box use the timescale.
      entry.version = 1
      entry.sampleRate = 0
      var box = SamplingRateBox()
      box.samplingRate = wide
      entry.children.insert(Box(box), at: 0)
    }
    return entry
  }
}

extension ElementaryStreamDescriptorBox {
  /// The descriptor of MPEG-1 audio, layer III, which needs no configuration (ISO/IEC 14496-1 §7.2.6.6.2).
  static var mp3: ElementaryStreamDescriptorBox {
    var configuration = Descriptor.DecoderConfig()
    configuration.objectTypeIndication = 0x6B
    return ElementaryStreamDescriptorBox(configuration)
  }
}

extension RemuxedMovie {
  /// Audio as QuickTime describes it; nil if it stays as it is.
  mutating func quickTimeAudio(_ box: Box, _ old: AudioSampleEntry, of track: Track) -> Box? {
    guard old.packets == nil, old.extended == nil, old.children.at("wave").isEmpty else {
      return nil
    }
    var entry = old
    let rate =
      old.setting(SamplingRateBox.self).map { Double($0.samplingRate) } ?? old.samplesPerSecond
    entry.version = 0
    entry.children.removeAll { ["srat", "pcmC"].contains($0.type) }
    if ["ipcm", "fpcm"].contains(box.type) {
      guard let format = PCMFormat(box.type, old) else { return nil }
      entry.setUncompressed(format, channels: old.channels, rate: rate)
      return Box(type: "lpcm", entry, in: .sampleEntries)
    }
    // QuickTime finds settings of these types only in `wave`.
    let types: Set<FourCC> = ["esds", "alac"]
    let settings = entry.children.filter { types.contains($0.type) }
    guard ["mp4a", "alac"].contains(box.type), !settings.isEmpty else {
      return rate >= 65_536 ? nil : Box(type: box.type, entry, in: .sampleEntries)
    }
    entry.children.removeAll { types.contains($0.type) || $0.type == "btrt" }
    let packet = track.samples.first { _ in true }?.duration ?? 0
    entry.setQuickTime(
      settings: settings, of: box.type, packetLength: UInt32(clamping: packet), rate: rate)
    return Box(type: box.type, entry, in: .sampleEntries)
  }
}

extension AudioSampleEntry {
  /// Describes audio in packets of different sizes in QuickTime's form (QuickTime File Format, "Sound sample
  /// descriptions"): version 1, or version 2, which can state all rates.
  ///
  /// - Parameters:
  ///   - settings: the boxes with the decoder configuration.
  ///   - type: the type of the sample entry.
  ///   - packetLength: the audio frames in a packet.
  ///   - rate: the audio frames per second.
  package mutating func setQuickTime(
    settings: [Box], of type: FourCC, packetLength: UInt32, rate: Double
  ) {
    let count = UInt32(clamping: channels)
    compressionID = -2
    if rate < 65_536 {
      version = 1
      var packets = Packets()
      packets.samplesPerPacket = packetLength
      packets.bytesPerPacket = 2
      packets.bytesPerFrame = 2 * count
      packets.bytesPerSample = 2
      self.packets = packets
    } else {
      setExtended(channels: count, rate: rate)
      extended?.constLPCMFramesPerAudioPacket = packetLength
    }
    var format = OriginalFormatBox()
    format.dataFormat = type
    var wave = SoundDecompressionBox()
    wave.children = [Box(format)]
    if type == "mp4a" { wave.children.append(Box(type: type, opaque: Bytes([0, 0, 0, 0]))) }
    wave.children += settings + [Box(type: FourCC(rawValue: 0), opaque: Bytes())]
    children.insert(Box(wave), at: 0)
  }

  /// Sets the fields of version 2. The older fields get the values that it requires.
  private mutating func setExtended(channels: UInt32, rate: Double) {
    version = 2
    channelCount = 3
    sampleSize = 16
    compressionID = -2
    sampleRate = 1 << 16
    var extended = Extended()
    extended.audioSampleRate = rate.bitPattern
    extended.numAudioChannels = channels
    self.extended = extended
  }

  /// `lpcm`.
  fileprivate mutating func setUncompressed(_ format: PCMFormat, channels: Int, rate: Double) {
    let count = UInt32(clamping: channels)
    setExtended(channels: count, rate: rate)
    extended?.constBitsPerChannel = UInt32(format.bits)
    extended?.formatSpecificFlags =
      (format.isFloat ? 1 : 4) | (format.isLittleEndian ? 0 : 2) | 8
    extended?.constBytesPerAudioPacket =
      UInt32(format.bits / 8).multipliedReportingOverflow(by: count).partialValue
    extended?.constLPCMFramesPerAudioPacket = 1
  }
}

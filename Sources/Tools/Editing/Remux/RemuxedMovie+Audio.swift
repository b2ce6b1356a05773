import ISOBMFF
import Movie

extension RemuxedMovie {
  /// Converts sample entries to the form of the format.
  mutating func setSampleEntries(of table: inout Box, of track: Track) throws(EditError) {
    guard let index = table.children.firstIndex(where: { $0.type == "stsd" }),
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

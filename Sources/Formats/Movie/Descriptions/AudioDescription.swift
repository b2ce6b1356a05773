package import HEIF
package import ISOBMFF
package import Text

/// The channels and the sample rate of audio. They are read from the first frame or the decoder configuration, because
/// many sample entries always state 2 channels, and have no space for 96,000 Hz.
package struct AudioDescription {
  /// 0 if the file does not state it where a reader could find it.
  package private(set) var channels: Int
  package private(set) var samplesPerSecond: Double
  /// The usual name of the channel layout.
  package private(set) var layout: ChannelLayoutName?
  /// Whether there are objects besides the channels (ETSI TS 103 420).
  package private(set) var hasAtmos = false

  /// - Parameters:
  ///   - dts: what the first frame of DTS says.
  ///   - frame: what the first frame of another codec says.
  package init(
    _ type: FourCC, _ entry: AudioSampleEntry, _ dts: DTSStream? = nil,
    _ frame: AudioFrameHeader? = nil
  ) {
    channels = entry.channels
    samplesPerSecond = entry.samplesPerSecond
    let boxes = entry.children + entry.children.at("wave")
    if let box = boxes.first(SamplingRateBox.self) { samplesPerSecond = Double(box.samplingRate) }
    layout = ChannelLayoutName(boxes, channels: channels)
    if let aac = boxes.first(ElementaryStreamDescriptorBox.self)?.audioConfiguration {
      read(aac)
    } else if let box = boxes.first(AC3SpecificBox.self) {
      set(ChannelLayoutName(acmod: box.acmod, lfe: box.lfeon))
    } else if let box = boxes.first(EC3SpecificBox.self) {
      if let stream = box.substreams.first { set(ChannelLayoutName(stream)) }
      hasAtmos = box.extensionTypeA?.isPresent ?? false
    } else if let box = boxes.first(MLPSpecificBox.self) {
      samplesPerSecond = box.samplesPerSecond ?? 0
      set(ChannelLayoutName(box))
    } else if let box = boxes.first(AC4SpecificBox.self) {
      samplesPerSecond = box.samplingFrequencyIndex == 0 ? 44_100 : 48_000
      // Objects have no channels; readers ignore the number of the sample entry (ETSI TS 103 190-2 §E.4).
      if box.hasObjects { (channels, layout) = (0, nil) }
      hasAtmos = box.hasAtmos
    } else if let box = boxes.first(OpusSpecificBox.self) {
      channels = Int(box.outputChannelCount)
      // Opus is always decoded at this rate (RFC 6716 §2); some entries have that of the recording.
      samplesPerSecond = 48_000
      if box.channelMappingFamily <= 1 { layout = ChannelLayoutName(inOrderOf: channels) }
    } else if let info = boxes.first(FLACSpecificBox.self)?.blocks.lazy.compactMap(\.streamInfo)
      .first
    {
      channels = Int(info.channelsMinus1) + 1
      samplesPerSecond = Double(info.sampleRate)
      layout = ChannelLayoutName(inOrderOf: channels)
    } else if let box = boxes.first(ALACSpecificBox.self) {
      channels = Int(box.numChannels)
      samplesPerSecond = Double(box.sampleRate)
      layout = ChannelLayoutName(box.children, channels: channels) ?? layout
    } else if let box = boxes.first(MHAConfigurationBox.self),
      let named = ChannelLayoutName(defined: box.referenceChannelLayout)
    {
      set(named)
    } else if let units = boxes.first(IAConfigurationBox.self)?.units {
      samplesPerSecond = units.lazy.compactMap(\.codecConfig?.samplesPerSecond).first ?? 0
    } else if type == "samr" || type == "sawb" {
      // AMR is mono, and has one rate; the entry always says 2, and has the time scale (3GPP TS 26.244 §6.5).
      channels = 1
      samplesPerSecond = type == "samr" ? 8000 : 16_000
    }
    if let named = dts?.layout { set(named) }
    if let rate = dts?.samplesPerSecond { samplesPerSecond = Double(rate) }
    if let frame {
      set(ChannelLayoutName(main: frame.main, lfe: frame.lfe, top: frame.top))
      samplesPerSecond = Double(frame.samplesPerSecond)
    }
    let isUsual = (1...2).contains(channels)
    layout = layout ?? (isUsual ? ChannelLayoutName(main: channels, lfe: 0) : nil)
  }

  private mutating func set(_ layout: ChannelLayoutName) {
    self.layout = layout
    channels = layout.channels
  }

  private mutating func read(_ aac: AudioSpecificConfig) {
    // Other kinds have a configuration of their own after this one.
    guard [1, 2, 3, 4, 5, 29, 42].contains(aac.audioObjectType) else { return }
    channels = aac.channelCount ?? channels
    if aac.hasPS, channels == 1 { channels = 2 }
    if let named = ChannelLayoutName(defined: aac.channelConfiguration), named.channels == channels
    {
      layout = named
    }
    let rate = aac.outputSamplesPerSecond.map(Double.init) ?? samplesPerSecond
    // SBR that only the entry states doubles the rate.
    if samplesPerSecond != rate * 2 { samplesPerSecond = rate }
  }

  /// `48000 Hz, 6 channels (5.1), Dolby Atmos`
  package var text: String {
    let layout = layout.map { channels > 2 && $0.channels == channels ? " (\($0.name))" : "" } ?? ""
    return [
      samplesPerSecond > 0 ? "\(decimal(samplesPerSecond)) Hz" : nil,
      channels > 0 ? counted(channels, "channel") + layout : nil,
      hasAtmos ? "Dolby Atmos" : nil,
    ].compactMap { $0 }.joined(separator: ", ")
  }
}

extension IAMFCodecConfig {
  /// Nil where the configuration of the decoder does not tell it at once.
  fileprivate var samplesPerSecond: Double? {
    if let pcm { return Double(pcm.sampleRate) }
    return opus == nil ? nil : 48_000
  }
}

extension MLPSpecificBox {
  /// The sample entry has the rate as a whole number, where others have 16.16.
  fileprivate var samplesPerSecond: Double? {
    let base: Double = samplingFrequency < 8 ? 48_000 : 44_100
    let factor = samplingFrequency & 7
    return factor <= 2 ? base * Double(1 << factor) : nil
  }
}

extension AC4SpecificBox {
  private var substreams: [AC4SubstreamGroup] {
    presentations.compactMap(\.details).flatMap(\.main.groups).filter(\.hasSubstreams)
  }

  /// Whether a presentation has objects, and not only channels.
  fileprivate var hasObjects: Bool { substreams.contains { !$0.isChannelCoded } }

  /// Whether objects are coded jointly (A-JOC), as Dolby Atmos has them.
  fileprivate var hasAtmos: Bool {
    substreams.contains { group in
      !group.isChannelCoded && group.substreams.contains { $0.objects.isJointlyCoded }
    }
  }
}

/// The usual name of a channel layout: `5.1`.
package struct ChannelLayoutName: Equatable {
  package let name: String
  package let channels: Int

  /// - Parameters:
  ///   - main: channels for all frequencies.
  ///   - lfe: channels for only low frequencies.
  ///   - top: channels of `main` that are above the listener.
  init(main: Int, lfe: Int, top: Int = 0) {
    channels = main + lfe
    name =
      switch (main, lfe) {
      case (1, 0): "mono"
      case (2, 0): "stereo"
      default: "\(main - top).\(lfe)" + (top > 0 ? ".\(top)" : "")
      }
  }

  private init(name: String, channels: Int) {
    (self.name, self.channels) = (name, channels)
  }

  /// The layout that `chnl` or `chan` states; nil if there is none, or if it is for another number of channels.
  init?(_ boxes: [Box], channels: Int) {
    if let box = boxes.first(ChannelLayout.self) {
      guard let layout = ChannelLayoutName(defined: box.definedLayout) else { return nil }
      self = layout
    } else if let box = boxes.first(AudioChannelLayoutBox.self) {
      guard let layout = ChannelLayoutName(box) else { return nil }
      self = layout
    } else {
      return nil
    }
    if self.channels != channels { return nil }
  }

  /// A layout that has a number (ISO/IEC 23091-3, ChannelConfiguration; those of AAC are the same).
  init?(defined number: UInt8) {
    let layouts: [UInt8: (main: Int, lfe: Int, top: Int)] = [
      1: (1, 0, 0), 2: (2, 0, 0), 3: (3, 0, 0), 4: (4, 0, 0), 5: (5, 0, 0), 6: (5, 1, 0),
      7: (7, 1, 0), 9: (3, 0, 0), 10: (4, 0, 0), 11: (6, 1, 0), 12: (7, 1, 0), 13: (22, 2, 0),
      14: (7, 1, 2), 16: (9, 1, 4), 19: (11, 1, 4), 20: (13, 1, 4),
    ]
    guard let layout = layouts[number] else { return nil }
    self.init(main: layout.main, lfe: layout.lfe, top: layout.top)
  }

  /// The layout of FLAC (RFC 9639 §9.1.3) and Opus (RFC 7845 §5.1.1.2), which follows from the number.
  init?(inOrderOf channels: Int) {
    guard (1...8).contains(channels) else { return nil }
    let lfe = channels >= 6 ? 1 : 0
    self.init(main: channels - lfe, lfe: lfe)
  }

  /// AC-3 (ETSI TS 102 366 §4.4.2.3): modes 0 and 2 are two channels.
  init(acmod: UInt8, lfe: Bool) {
    self.init(main: [2, 1, 2, 3, 3, 4, 4, 5][Int(acmod & 7)], lfe: lfe ? 1 : 0)
  }

  /// Enhanced AC-3, with the channels that dependent substreams add (§F.6.2.11): of `chan_loc` the
  /// lowest bit is Lc and Rc.
  init(_ stream: EC3SpecificBox.Substream) {
    let base = ChannelLayoutName(acmod: stream.acmod, lfe: stream.lfeon)
    var (main, lfe, top) = (base.channels - (stream.lfeon ? 1 : 0), stream.lfeon ? 1 : 0, 0)
    if stream.numDependent > 0 {
      for (bit, count) in [2, 2, 1, 1, 2, 2, 2, 1].enumerated()
      where stream.channelLocations >> bit & 1 != 0 {
        main += count
        if [3, 6, 7].contains(bit) { top += count }
      }
      if stream.channelLocations >> 8 & 1 != 0 { lfe += 1 }
    }
    self.init(main: main, lfe: lfe, top: top)
  }

  /// Dolby TrueHD: the presentation with most channels. Each bit of an assignment is a loudspeaker, or
  /// a pair of them.
  init(_ box: MLPSpecificBox) {
    let eight = box.eightChannelAssignment
    let assignment = eight == 0 ? UInt16(box.sixChannelAssignment) : eight
    var (main, lfe, top) = (0, 0, 0)
    for (bit, count) in [2, 1, 1, 2, 2, 2, 2, 1, 1, 2, 2, 1, 1].enumerated()
    where assignment >> bit & 1 != 0 {
      if bit == 2 || bit == 12 { lfe += count } else { main += count }
      if [4, 8, 11].contains(bit) { top += count }
    }
    self.init(main: main == 0 ? 2 : main, lfe: lfe, top: top)
  }

  /// QuickTime: a tag, a set of bits, or a list (Core Audio).
  private init?(_ box: AudioChannelLayoutBox) {
    switch box.channelLayoutTag {
    case 0:
      let labels = box.channelDescriptions.map(\.channelLabel)
      let lfe = labels.count { $0 == 4 || $0 == 37 }
      self.init(main: labels.count - lfe, lfe: lfe)
    case 0x1_0000:
      let lfe = box.channelBitmap >> 3 & 1
      self.init(main: (box.channelBitmap.nonzeroBitCount) - Int(lfe), lfe: Int(lfe))
    default:
      let count = Int(box.channelLayoutTag & 0xFFFF)
      guard let name = ChannelLayoutTag.names[UInt64(box.channelLayoutTag)] else { return nil }
      // The part after the colon names each channel.
      let lfe = name.split(separator: " ").count { $0 == "LFE" }
      guard count > 2, name.contains(":") else {
        self.init(name: name, channels: count)
        return
      }
      self.init(main: count - lfe, lfe: lfe)
    }
  }
}

/// The dynamic range of frames, by its usual name: HDR10, HLG, Dolby Vision.
package struct DynamicRangeSummary {
  /// `Dolby Vision`, `HDR10+`, `HDR10`, `HLG`, `PQ`, `Apple Log`: the most demanding one comes first. Empty if
  /// there are only figures.
  package let kinds: [String]
  package let dolbyVision: DolbyVisionSummary?
  private let light: LightMetadata
  private let logCurve: String?

  /// Nil for frames without HDR and without a camera's log curve.
  ///
  /// - Parameters:
  ///   - boxes: the properties of an item, or the boxes of a sample entry.
  ///   - colour: the stated colour.
  ///   - sample: the first sample of a track, if it can be read; it is only read if it may matter.
  package init?(
    _ boxes: [Box], _ colour: CodingIndependentCodePoints?,
    sample: @autoclosure () -> Bytes? = nil
  ) {
    var light = LightMetadata(boxes)
    dolbyVision = DolbyVisionSummary(boxes)
    logCurve = boxes.first("logs").flatMap(DynamicRangeSummary.identifier)
    let transfer = colour?.transferCharacteristics ?? 2
    // The bitstream of frames that seem to be SDR may state HLG: compatible HLG has 1 or 14.
    if [1, 2, 14, 16, 18].contains(transfer), let sample = sample() {
      light.add(sample: sample, boxes)
    }
    self.light = light
    var kinds: [String] = dolbyVision == nil ? [] : ["Dolby Vision"]
    if let logCurve {
      kinds.append(logCurve.contains("apple") ? "Apple Log" : "Log")
    } else if transfer == 16 {
      if light.isDynamic { kinds.append("HDR10+") }
      kinds.append(light.hasFigures || dolbyVision?.baseLayer == "HDR10" ? "HDR10" : "PQ")
    } else if transfer == 18 || light.preferredTransfer == 18 {
      kinds.append("HLG")
    }
    guard !kinds.isEmpty || light.hasFigures else { return nil }
    self.kinds = kinds
  }

  /// The identifier of a curve, which is a text in the form of a domain name turned around.
  private static func identifier(_ box: Box) -> String? {
    box.opaquePayload.map { payload in
      String(decoding: payload.filter { (0x21...0x7E).contains($0) }, as: UTF8.self)
    }
  }

  /// A line for each of what there is to say.
  package var lines: [String] {
    var lines: [String] = []
    if let dolbyVision { lines.append(dolbyVision.text) }
    let others = kinds.filter { $0 != "Dolby Vision" }
    var words = others.map { $0 == "PQ" ? "HDR (PQ)" : $0 }
    if let logCurve { words.append("the curve \(logCurve), to be graded before it is shown") }
    if let display = light.display {
      words.append(
        "mastered on a display of \(number(display.minimum)) to \(number(display.maximum)) cd/m²"
          + (display.gamut.map { " with \($0) colours" } ?? ""))
    }
    let levels = [
      light.maximum.map { "brightest sample \(grouped($0)) cd/m²" },
      light.average.map { "brightest picture \(grouped($0)) cd/m² on average" },
    ]
    words += levels.compactMap { $0 }
    if !words.isEmpty { lines.append(words.joined(separator: ", ")) }
    return lines
  }

  private func number(_ value: Double) -> String {
    value >= 1000 ? grouped(Int(value.rounded())) : decimal(value, digits: 4)
  }

  package var value: JSONValue {
    .object([
      ("kinds", .array(kinds.map { .string($0) })), ("dolbyVision", dolbyVision?.value),
      ("logCurve", .string(logCurve)), ("masteringDisplay", light.display?.value),
      ("maxCLL", .int(light.maximum)), ("maxFALL", .int(light.average)),
    ])
  }
}

extension MasteringDisplay {
  package var value: JSONValue {
    func point(_ point: Chromaticity) -> JSONValue { .array([.double(point.x), .double(point.y)]) }
    return .object([
      ("minimum", .double(minimum)), ("maximum", .double(maximum)), ("gamut", .string(gamut)),
      ("red", point(red)), ("green", point(green)), ("blue", point(blue)), ("white", point(white)),
    ])
  }
}

/// The header before each AAC frame of a stream (`adts_fixed_header`, `adts_variable_header`,
/// ISO/IEC 14496-3 §1.A.2.2).
package struct ADTSHeader: FieldCodable {
  package var id: UInt8 = 0
  var layer: UInt8 = 0
  var hasNoProtection = true
  /// The object type, less 1: 1 is AAC LC.
  package var profile: UInt8 = 1
  var samplingFrequencyIndex: UInt8 = 0
  var channelConfiguration: UInt8 = 0
  /// The length of a frame, with this header.
  package var frameLength: UInt16 = 7
  /// 0x7FF: the rate varies.
  var bufferFullness: UInt16 = 0x7FF
  var dataBlocksInFrame: UInt8 = 0

  package static let count = 7

  package init() {}

  /// The header for a configuration. Nil for audio that such streams do not have.
  package init?(_ config: AudioSpecificConfig) {
    let type = config.coreObjectType ?? config.audioObjectType
    guard (1...4).contains(type), config.samplingFrequencyIndex < 13,
      (1...7).contains(config.channelConfiguration)
    else { return nil }
    profile = type - 1
    samplingFrequencyIndex = config.samplingFrequencyIndex
    channelConfiguration = config.channelConfiguration
  }

  /// The number of bytes of this header, including the optional checksum after it.
  package var byteCount: Int { hasNoProtection ? ADTSHeader.count : ADTSHeader.count + 2 }

  /// The decoder configuration, in the form of movies.
  package var configuration: AudioSpecificConfig {
    var configuration = AudioSpecificConfig()
    configuration.audioObjectType = profile + 1
    configuration.samplingFrequencyIndex = samplingFrequencyIndex
    configuration.channelConfiguration = channelConfiguration
    configuration.generalAudio = GASpecificConfig()
    return configuration
  }

  package mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.constant(12, "syncword", 0xFFF)
    try f.uint(1, "ID", &id)
    try f.uint(2, "layer", &layer)
    try f.flag("protection_absent", &hasNoProtection)
    try f.uint(2, "profile_ObjectType", &profile)
    try f.uint(4, "sampling_frequency_index", &samplingFrequencyIndex)
    try f.reserved(1)
    try f.uint(3, "channel_configuration", &channelConfiguration)
    // original_copy, home, and the two bits of copyright.
    try f.reserved(4)
    try f.uint(13, "aac_frame_length", &frameLength)
    try f.uint(11, "adts_buffer_fullness", &bufferFullness, as: .hex)
    try f.uint(2, "number_of_raw_data_blocks_in_frame", &dataBlocksInFrame)
  }
}

extension FieldCoder {
  /// A number that is always the same.
  fileprivate mutating func constant(
    _ bits: Int, _ name: StaticString, _ value: UInt16
  ) throws(FieldError) {
    var number = value
    try uint(bits, name, &number, as: .hex)
    if number != value {
      throw error(.invalid("is not \(value)")).nested(in: "\(name)")
    }
  }
}

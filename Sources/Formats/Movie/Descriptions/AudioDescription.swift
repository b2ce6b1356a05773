package import ISOBMFF

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

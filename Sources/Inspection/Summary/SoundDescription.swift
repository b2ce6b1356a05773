import ISOBMFF

/// Channels and samples per second of sound. What the decoder is set up with is the truth: many
/// sample entries say 2 channels whatever there are, and have no room for 96,000 Hz.
struct SoundDescription {
  private(set) var channels: Int
  private(set) var samplesPerSecond: Double

  init(_ type: FourCC, _ entry: AudioSampleEntry) {
    channels = entry.channels
    samplesPerSecond = entry.samplesPerSecond
    let boxes = entry.children + entry.children.at("wave")
    if let aac = boxes.first(ElementaryStreamDescriptorBox.self)?.audioConfiguration {
      read(aac)
    } else if let box = boxes.first(AC3SpecificBox.self) {
      channels = SoundDescription.channels(acmod: box.acmod, lfe: box.lfeon)
    } else if let box = boxes.first(EC3SpecificBox.self), box.substreams.count == 1,
      let stream = box.substreams.first, stream.numDependent == 0
    {
      channels = SoundDescription.channels(acmod: stream.acmod, lfe: stream.lfeon)
    } else if let box = boxes.first(OpusSpecificBox.self) {
      channels = Int(box.outputChannelCount)
    } else if let box = boxes.first(ALACSpecificBox.self) {
      channels = Int(box.numChannels)
      samplesPerSecond = Double(box.sampleRate)
    } else if type == "samr" || type == "sawb" {
      // AMR is mono; the entry always says 2.
      channels = 1
    }
  }

  private mutating func read(_ aac: AudioSpecificConfig) {
    // Other kinds have a configuration of their own behind this one.
    guard [1, 2, 3, 4, 5, 29, 42].contains(aac.audioObjectType) else { return }
    channels = aac.channelCount ?? channels
    if aac.hasPS, channels == 1 { channels = 2 }
    let rate = aac.outputSamplesPerSecond.map(Double.init) ?? samplesPerSecond
    // SBR that only the entry tells of doubles the rate.
    if samplesPerSecond != rate * 2 { samplesPerSecond = rate }
  }

  /// ETSI TS 102 366 §4.4.2.3.
  private static func channels(acmod: UInt8, lfe: Bool) -> Int {
    [2, 1, 2, 3, 3, 4, 4, 5][Int(acmod & 7)] + (lfe ? 1 : 0)
  }

  /// `48000 Hz, 2 channels`
  var text: String {
    [
      samplesPerSecond > 0 ? "\(decimal(samplesPerSecond)) Hz" : nil,
      channels > 0 ? counted(channels, "channel") : nil,
    ].compactMap { $0 }.joined(separator: ", ")
  }
}

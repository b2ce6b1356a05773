package import ISOBMFF

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

package import ISOBMFF

/// The format of the frames as the header of a VP9 frame states it (VP9 Bitstream & Decoding Process §6.2). Decoders
/// follow it, also where the configuration says something else, as in movies from Google Photos.
package struct VP9FrameHeader {
  package let profile: UInt8
  package let bitDepth: UInt8
  /// Whether a chroma sample stands for two luma samples, horizontally and vertically.
  private(set) var isSubsampled = (horizontally: true, vertically: true)

  /// Nil if a sample does not begin with a key frame.
  package init?(_ sample: Bytes) {
    var f = ByteReader(sample)
    do throws(FieldError) {
      guard try f.read(bits: 2) == 2 else { return nil }
      let (low, high) = (try f.read(bits: 1), try f.read(bits: 1))
      profile = UInt8(high << 1 | low)
      if profile == 3, try f.read(bits: 1) == 1 { return nil }
      // A frame that is shown again, or needs others, states no format.
      guard try f.read(bits: 1) == 0, try f.read(bits: 1) == 0 else { return nil }
      _ = try f.read(bits: 2)
      guard try f.read(bits: 24) == 0x49_8342 else { return nil }
      let isDeeper = profile >= 2 ? try f.read(bits: 1) == 1 : false
      bitDepth = profile < 2 ? 8 : isDeeper ? 12 : 10
      let isRGB = try f.read(bits: 3) == 7
      if !isRGB { _ = try f.read(bits: 1) }
      guard profile & 1 == 1 else { return }
      isSubsampled = (false, false)
      if !isRGB {
        isSubsampled = (try f.read(bits: 1) == 1, try f.read(bits: 1) == 1)
      }
    } catch { return nil }
  }

  /// The configuration with this format in place of its own.
  func corrected(_ record: VPCodecConfigurationBox) -> VPCodecConfigurationBox {
    var record = record
    (record.profile, record.bitDepth) = (profile, bitDepth)
    let isSame =
      switch record.chromaSubsampling {
      case 0, 1: isSubsampled == (true, true)
      case 2: isSubsampled == (true, false)
      case 3: isSubsampled == (false, false)
      case 4: isSubsampled == (false, true)
      default: false
      }
    if !isSame {
      record.chromaSubsampling =
        isSubsampled.horizontally
        ? isSubsampled.vertically ? 1 : 2 : isSubsampled.vertically ? 4 : 3
    }
    return record
  }
}

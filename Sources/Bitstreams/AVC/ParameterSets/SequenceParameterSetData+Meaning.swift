public import FieldCoding
public import NALUnits

extension SequenceParameterSetData {
  public var chromaFormat: ChromaFormat {
    guard let format else { return .yuv420 }
    return ChromaFormat(rawValue: UInt8(truncatingIfNeeded: format.chromaFormatIDC)) ?? .yuv420
  }

  /// The bits of a luma sample, 8 to 14 (`BitDepthY`, ITU-T H.264 §7.4.2.1.1).
  public var bitDepthLuma: Int { Int(format?.bitDepthLumaMinus8 ?? 0) + 8 }
  /// The bits of a chroma sample, 8 to 14 (`BitDepthC`, ITU-T H.264 §7.4.2.1.1).
  public var bitDepthChroma: Int { Int(format?.bitDepthChromaMinus8 ?? 0) + 8 }

  /// The size of a frame that is coded: whole macroblocks of 16 x 16 samples.
  public var codedSize: PictureSize {
    PictureSize(
      width: (Int(widthInMacroblocksMinus1) + 1) * 16,
      height: (Int(heightInMapUnitsMinus1) + 1) * 16 * mapUnitHeight)
  }

  /// The size of a frame within the cropping rectangle: the output of a decoder (§7.4.2.1.1).
  public var displaySize: PictureSize {
    guard let window = cropping else { return codedSize }
    let isSubsampled = format?.hasSeparateColourPlanes != true
    let cropped = PictureSize(
      width: (Int(window.left) + Int(window.right)) * (isSubsampled ? chromaFormat.subWidth : 1),
      height: (Int(window.top) + Int(window.bottom)) * mapUnitHeight
        * (isSubsampled ? chromaFormat.subHeight : 1))
    return PictureSize(
      width: max(0, codedSize.width - cropped.width),
      height: max(0, codedSize.height - cropped.height))
  }

  /// The `codecs` parameter of the stream: `avc1.64001F`.
  public func codecString(_ sampleEntry: FourCC = "avc1") -> CodecString {
    CodecString(sampleEntry: sampleEntry, profile: profile, level: level)
  }

  /// `2 - frame_mbs_only_flag`
  private var mapUnitHeight: Int { interlacing == nil ? 1 : 2 }
}

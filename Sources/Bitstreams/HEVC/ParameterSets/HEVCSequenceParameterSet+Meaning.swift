public import FieldCoding

extension SequenceParameterSet {
  /// `MultiLayerExtSpsFlag` (ITU-T H.265 §F.7.4.3.2): size, format and profile are in the VPS.
  public var isMultiLayerExtension: Bool { header.layerID != 0 && maxSubLayersMinus1 == 7 }

  public var chromaFormat: ChromaFormat {
    ChromaFormat(rawValue: UInt8(truncatingIfNeeded: chromaFormatIDC)) ?? .yuv420
  }

  /// The bits of a luma sample, 8 to 16 (`BitDepthY`, ITU-T H.265 §7.4.3.2.1).
  public var bitDepthLuma: Int { Int(bitDepthLumaMinus8) + 8 }
  /// The bits of a chroma sample, 8 to 16 (`BitDepthC`, ITU-T H.265 §7.4.3.2.1).
  public var bitDepthChroma: Int { Int(bitDepthChromaMinus8) + 8 }

  /// The size that is coded: a multiple of the smallest coding block.
  public var codedSize: PictureSize { PictureSize(width: Int(width), height: Int(height)) }

  /// The size within the conformance window: the output of a decoder (§7.4.3.2.1).
  public var displaySize: PictureSize {
    guard let window = conformanceWindow else { return codedSize }
    let cropped = PictureSize(
      width: (Int(window.left) + Int(window.right)) * chromaFormat.subWidth,
      height: (Int(window.top) + Int(window.bottom)) * chromaFormat.subHeight)
    return PictureSize(
      width: max(0, Int(width) - cropped.width), height: max(0, Int(height) - cropped.height))
  }

  public var profile: Profile { profileTierLevel.general }
  public var level: Level { profileTierLevel.generalLevel }

  /// The `codecs` parameter of the stream: `hvc1.1.6.L93.B0`.
  public func codecString(_ sampleEntry: FourCC = "hvc1") -> CodecString {
    CodecString(sampleEntry: sampleEntry, profile: profile, level: level)
  }
}

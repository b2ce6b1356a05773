package import ISOBMFF
import Text

/// The `codecs` parameter of a codec whose configuration is not a record of NAL units or open bitstream
/// units, and whose elementary stream has no descriptor (RFC 6381 and its additions).
struct CodecsParameter {
  /// `vp09.02.51.10.01.09.16.09.00`
  let text: String
  private(set) var profile: String?
  private(set) var level: String?

  /// Nil if it is only the type of the sample entry.
  init?(_ type: FourCC, _ boxes: [Box]) {
    if let box = boxes.first(MHAConfigurationBox.self) {
      // ISO/IEC 23008-3 §21: the profile and level as a hexadecimal number.
      text = "\(type).0x" + HexText.byte(box.profileLevelIndication).uppercased()
      let name = MHAConfigurationBox.profiles[UInt64(box.profileLevelIndication)]
      let words = name?.split(separator: ",") ?? []
      profile = words.first.map(String.init)
      level = words.last.map { String($0.split(separator: " ").last ?? $0) }
    } else if let box = boxes.first(AC4SpecificBox.self) {
      // ETSI TS 103 190-2 §E.13: of the first presentation.
      let first = box.presentations.first
      text = [
        "\(type)", HexText.byte(box.bitstreamVersion), HexText.byte(first?.version ?? 0),
        HexText.byte(first?.details?.main.compatibility ?? 0),
      ].joined(separator: ".")
    } else if let units = boxes.first(IAConfigurationBox.self)?.units,
      let header = units.compactMap(\.sequenceHeader).first
    {
      // IAMF, "Codecs Parameter String".
      let codec = units.compactMap(\.codecConfig).first?.codecID
      let substream = codec.map { $0 == "mp4a" ? ".mp4a.40.2" : ".\($0)" } ?? ""
      text =
        "\(type).\(zeroPadded(header.primaryProfile, to: 3)).\(zeroPadded(header.additionalProfile, to: 3))"
        + substream
      profile = [0: "Simple", 1: "Base", 2: "Base-Enhanced"][header.primaryProfile]
    } else if let box = boxes.first(H263SpecificBox.self) {
      // RFC 6381 leaves it open; players name the profile and level.
      text = "\(type)"
      profile = "\(box.profile)"
      level = "\(box.level)"
    } else {
      return nil
    }
  }

  /// VP8 and VP9 (VP Codec ISO Media File Format Binding, "Codecs Parameter String").
  init(_ type: FourCC, _ box: VPCodecConfigurationBox) {
    let fields = [
      box.profile, box.level, box.bitDepth, box.chromaSubsampling, box.colourPrimaries,
      box.transferCharacteristics, box.matrixCoefficients, box.isFullRange ? 1 : 0,
    ]
    // The draft had no code points.
    let known = box.header.version == 0 ? fields.prefix(3) : fields[...]
    text = (["\(type)"] + known.map { zeroPadded($0, to: 2) }).joined(separator: ".")
  }
}

/// The names of codecs, if they are clearer than the four characters of a sample entry.
enum CodecNames {
  static func name(_ type: FourCC) -> String? { names[type] }

  /// The name of the codec in an elementary stream descriptor: `DTS core`. Nil for MPEG-4 video and for AAC
  /// and MP3, because their profile says more.
  static func name(object: UInt8?) -> String? {
    guard let object, ![0x20, 0x40, 0x66, 0x67, 0x68, 0x69, 0x6B].contains(object) else {
      return nil
    }
    return DescriptorNames.objectTypes[UInt64(object)]?.prefix { $0 != "," }.description
  }

  private static let names = Dictionary(
    uniqueKeysWithValues: codes.flatMap { name, codes in
      // Four characters each, with a space between them.
      stride(from: 0, to: codes.utf8.count, by: 5).compactMap { offset in
        FourCC(String(decoding: codes.utf8.dropFirst(offset).prefix(4), as: UTF8.self))
          .map { ($0, name) }
      }
    })

  private static let codes: [(String, String)] = video + audio + others

  private static let video = [
    ("HEVC", "hvc1 hev1 hvc2 hev2 hvc3 hev3"), ("L-HEVC", "lhv1 lhe1"),
    ("HEVC tiles", "hvt1 hvt2 hvt3 lht1"),
    ("Dolby Vision HEVC", "dvh1 dvhe"), ("Dolby Vision AVC", "dva1 dvav"),
    ("Dolby Vision AV1", "dav1"), ("AVC (H.264)", "avc1 avc2 avc3 avc4"),
    ("AVC-Intra", "ai5p ai5q ai52 ai53 ai55 ai56 ai1p ai1q ai12 ai13 ai15 ai16"),
    ("SVC", "svc1 svc2"), ("MVC", "mvc1 mvc2 mvc3 mvc4"), ("AV1", "av01"),
    ("VVC", "vvc1 vvi1"), ("VVC subpictures", "vvs1"), ("EVC", "evc1"), ("LCEVC", "lvc1"),
    ("APV", "apv1"), ("V3C", "v3c1 v3cg v3cb v3a1 v3ag v3e1 v3eg v3t1"),
    ("VP6", "VP6F VP6A"), ("VP8", "vp08 VP80"), ("VP9", "vp09"), ("RealVideo 11", "rv60"),
    ("AVS", "cavs"), ("AVS2", "avst"), ("AVS3", "avs3"), ("VC-1", "vc-1"),
    ("Windows Media Video", "WMV1 WMV2 WMV3"), ("MPEG-4 Visual", "mp4v"),
    ("MPEG-1 video", "m1v  m1v1 mpeg"), ("MPEG-2 video", "m2v1 mpg2"),
    ("HDV", "hdv1 hdv2 hdv3 hdv5 hdv6 hdv7"),
    (
      "XDCAM",
      "xdv1 xdv2 xdv3 xdv4 xdv5 xdv6 xdv7 xdv8 xdv9 xdva xdvb xdvc xdvd xdve xdvf xd51 xd54 xd55 xd59 xd5a xd5b xd5c xd5d xd5e xd5f"
    ),
    ("IMX", "mx5n mx5p mx4n mx4p mx3n mx3p"), ("H.261", "h261"), ("H.263", "s263 h263"),
    ("JPEG", "jpeg"), ("Motion JPEG", "mjpa mjpb mjpg"), ("Motion JPEG 2000", "mjp2 j2ki"),
    ("JPEG 2000", "j2k1"), ("JPEG XS", "jxsm"), ("FFV1", "FFV1"), ("Dirac", "drac"),
    ("Sorenson Video", "SVQ1 svqi"), ("Sorenson Video 3", "SVQ3"), ("Cinepak", "cvid"),
    ("QuickTime Animation", "rle "), ("Apple Video", "rpza"), ("QuickTime Graphics", "smc "),
    ("Planar RGB", "8BPS"), ("PNG", "png "), ("GIF", "gif "), ("TIFF", "tiff"), ("TGA", "tga "),
    ("BMP", "WRLE"), ("MacPaint", "PNTG"), ("FLIC", "flic"),
    ("SheerVideo", "Shr0 Shr1 Shr2 Shr3 Shr4"),
    ("Hap", "Hap1"), ("Hap Alpha", "Hap5"), ("Hap Q", "HapY"), ("Hap Q Alpha", "HapM"),
    ("Apple Intermediate Codec", "icod"), ("CineForm", "CFHD"), ("DNxHD", "AVdn"),
    ("DNxHR", "AVdh"), ("ProRes 422", "apcn"), ("ProRes 422 HQ", "apch"),
    ("ProRes 422 LT", "apcs"), ("ProRes 422 Proxy", "apco"), ("ProRes 4444", "ap4h"),
    ("ProRes 4444 XQ", "ap4x"), ("ProRes RAW", "aprn"), ("ProRes RAW HQ", "aprh"),
    ("DV", "dvc  dvcp"), ("DVCPRO", "dvpp"), ("DVCPRO50", "dv5n dv5p"),
    ("DVCPRO HD", "dvh2 dvh3 dvh5 dvh6 dvhp dvhq"),
    ("uncompressed", "v210 2vuy yuvs v308 v408 v410 r210 R10k raw  unci uncv"),
    ("Canon raw", "CRAW"),
  ]

  private static let audio = [
    ("MPEG audio", "mp4a"), ("MP3", ".mp3"),
    ("PCM", "lpcm ipcm fpcm sowt twos in24 in32 fl32 fl64"), ("µ-law PCM", "ulaw"),
    ("A-law PCM", "alaw"), ("IMA ADPCM", "ima4"), ("ALAC", "alac"), ("Opus", "Opus"),
    ("FLAC", "fLaC"), ("AC-3", "ac-3"), ("E-AC-3", "ec-3"), ("AC-4", "ac-4"),
    ("Dolby TrueHD", "mlpa"), ("DTS", "dtsc"), ("DTS-HD High Resolution", "dtsh"),
    ("DTS-HD Master Audio", "dtsl"), ("DTS Express", "dtse"), ("DTS:X", "dtsx dtsy"),
    ("MPEG-H 3D Audio", "mha1 mhm1 mha2 mhm2"), ("IAMF", "iamf"), ("APAC", "apac"),
    ("Auro-Cx 3D", "a3ds"), ("AVS3 audio", "av3a"), ("DRA", "dra1"), ("AMR", "samr"),
    ("AMR-WB", "sawb"), ("AMR-WB+", "sawp"), ("EVRC", "sevc"), ("EVS", "sevs"), ("SMV", "ssmv"),
    ("QCELP", "Qclp sqcp"), ("GSM", "agsm"), ("G.719", "g719"), ("G.726", "g726"),
    ("QDesign Music", "QDM2 QDMC"), ("Windows Media Audio", "wma "),
    ("encrypted video", "encv"), ("encrypted audio", "enca"),
  ]

  private static let others = [
    ("encrypted data", "encs"), ("timed metadata", "mebx"), ("Canon metadata", "CTMD"),
    ("Sony metadata", "rtmd"), ("camera motion", "camm"), ("GoPro telemetry", "gpmd"),
    ("timecode", "tmcd tc64"), ("text", "text"), ("timed text", "tx3g"), ("WebVTT", "wvtt"),
    ("TTML", "stpp"), ("DVD subtitles", "subp"), ("CEA-608", "c608"), ("CEA-708", "c708"),
    ("MPEG-4 systems", "mp4s"), ("RTP hints", "rtp "), ("SRTP hints", "srtp"),
    ("file delivery hints", "fdp "), ("MPEG-2 TS hints", "sm2t rm2t pm2t"),
  ]
}

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

import FieldCoding
package import ISOBMFF
package import WorkerProtocol

extension SampleCoding {
  /// The coding of the samples of an entry, for a decoder; nil if there is no decoder for it.
  package init?(_ box: Box) {
    guard let entry = box[VisualSampleEntry.self],
      let decoder = SampleCoding.decoder(of: box.type, entry)
    else { return nil }
    self.init()
    self.decoder = Text(decoder)
    configuration = SampleCoding.configuration(of: box, entry) ?? Bytes()
    (width, height, bitsPerPixel) = (entry.width, entry.height, entry.depth)
    entryType = box.type.rawValue
    firstField = entry.children.first(FieldHandlingBox.self)?.firstField ?? 0
    // A grey Cinepak track has no palette.
    if entry.depth > 0, entry.hasPalette, box.type != "cvid" || entry.depth < 32 {
      bitsPerPixel &= 31
      palette = entry.palette
    }
  }

  /// The decoder configuration, which is not part of the samples.
  private static func configuration(of box: Box, _ entry: VisualSampleEntry) -> Bytes? {
    // The decoder searches the payload for its configuration.
    if box.type == "SVQ3" { return box.payload }
    if let headers = entry.children.first(VC1SpecificBox.self)?.headers { return headers }
    let records: Set<FourCC> = ["hvcC", "avcC", "av1C", "vpcC", "d263", "glbl"]
    return entry.children.first { records.contains($0.type) }?.payload
      ?? entry.children.first(ElementaryStreamDescriptorBox.self)?.decoderSpecificInfo
  }

  /// The name of the decoder in FFmpeg; nil if there is none.
  private static func decoder(of type: FourCC, _ entry: VisualSampleEntry) -> String? {
    if type == "vc-1" {
      // The other profiles are those of Windows Media Video 9, which is written otherwise.
      return entry.children.first(VC1SpecificBox.self)?.profile == 12 ? "vc1" : nil
    }
    guard type == "mp4v" else { return decoders[type] }
    // ISO/IEC 14496-1 §7.2.6.6
    let stream = entry.children.first(ElementaryStreamDescriptorBox.self)
    switch stream?.objectTypeIndication ?? 0x20 {
    case 0x20: return "mpeg4"
    case 0x21: return "h264"
    case 0x23: return "hevc"
    case 0x60...0x65: return "mpeg2video"
    case 0x6A: return "mpeg1video"
    case 0x6C: return "mjpeg"
    case 0x6D: return "png"
    case 0x6E: return "jpeg2000"
    case 0xB1: return "vp9"
    default: return nil
    }
  }

  /// FFmpeg's names of decoders, by sample entries.
  private static let decoders = Dictionary(
    uniqueKeysWithValues: entries.flatMap { decoder, types in types.map { ($0, decoder) } })

  private static let entries: [(String, [FourCC])] = [
    ("hevc", ["hvc1", "hev1", "dvh1", "dvhe"]),
    ("h264", ["avc1", "avc3", "dva1", "dvav", "xalg", "avlg", "AVin"] + avcIntra),
    ("libdav1d", ["av01", "dav1"]),
    ("vp9", ["vp09"]), ("vp8", ["vp08", "VP80"]),
    ("prores", ["apch", "apcn", "apcs", "apco", "ap4h", "ap4x"]),
    ("dnxhd", ["AVdn", "AVdh"]), ("cfhd", ["CFHD"]), ("hap", ["Hap1", "Hap5", "HapY"]),
    (
      "dvvideo",
      [
        "dvc ", "dvcp", "dvpp", "dv5n", "dv5p", "dvh2", "dvh3", "dvh4", "dvh5", "dvh6",
        "dvhp", "dvhq", "AVdv", "AVd1",
      ]
    ),
    ("mpeg2video", ["m2v1", "mpg2", "mp2v", "AVmp"] + hdv + xdcam),
    ("mpeg1video", ["m1v ", "m1v1", "mpeg"]),
    ("h263", ["s263", "h263"]),
    ("mjpeg", ["jpeg", "mjpa"]), ("mjpegb", ["mjpb"]), ("jpeg2000", ["mjp2"]),
    ("png", ["png "]), ("tiff", ["tiff"]), ("gif", ["gif "]), ("targa", ["tga "]),
    ("qtrle", ["rle "]), ("rpza", ["rpza"]), ("smc", ["smc "]), ("8bps", ["8BPS"]),
    ("svq1", ["SVQ1", "svqi"]), ("svq3", ["SVQ3"]), ("cinepak", ["cvid"]),
    ("rawvideo", ["raw ", "2vuy", "yuvs"]),
    ("v210", ["v210"]), ("v308", ["v308"]), ("v408", ["v408"]), ("v410", ["v410"]),
    ("r210", ["r210"]), ("r10k", ["R10k"]),
  ]

  /// AVC-Intra of Panasonic.
  private static let avcIntra: [FourCC] = [
    "ai5p", "ai5q", "ai52", "ai53", "ai55", "ai56", "ai1p", "ai1q", "ai12", "ai13", "ai15", "ai16",
  ]

  /// HDV of tapes.
  private static let hdv: [FourCC] = [
    "hdv1", "hdv2", "hdv3", "hdv4", "hdv5", "hdv6", "hdv7", "hdv8", "hdv9", "hdva",
  ]

  /// XDCAM of Sony, and IMX.
  private static let xdcam: [FourCC] = [
    "xdv1", "xdv2", "xdv3", "xdv4", "xdv5", "xdv6", "xdv7", "xdv8", "xdv9", "xdva", "xdvb", "xdvc",
    "xdvd", "xdve", "xdvf", "xdhd", "xdh2", "xd51", "xd54", "xd55", "xd59", "xd5a", "xd5b", "xd5c",
    "xd5d", "xd5e",
    "xd5f", "mx5n", "mx5p", "mx4n", "mx4p", "mx3n", "mx3p",
  ]
}

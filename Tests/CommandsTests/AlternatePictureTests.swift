import Foundation
import TestSupport
import Testing

/// HDR photos whose gain map leads to an SDR picture (ISO 21496-1).
@Suite(
  .needs("ffmpeg", "avifenc", "exiftool"),
  .needs("libavcodec with AV1") { Doctor.converts("AVIF") })
struct AlternatePictureTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func image(_ filter: String, _ format: String, _ options: String...) throws
    -> (path: String, item: MadePhoto.Item)
  {
    let (source, path) = (folder.path("\(format).y4m"), folder.path("\(format).avif"))
    let made = try Program.other(
      "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", filter, "-frames:v", "1", "-pix_fmt",
      format, "-strict", "-1", source)
    #expect(made.code == 0, "\(made.errors)")
    let coded = try Program.other(
      "avifenc", ["-s", "10", "-r", "full", "--min", "0", "--max", "4"] + options + [source, path])
    #expect(coded.code == 0, "\(coded.errors)")
    return (path, try MadePhoto.image(ofAVIF: path))
  }

  /// The samples as ffmpeg reads them, 0 to 1.
  private func samples(_ path: String, _ format: String, _ options: String...) throws -> [Double] {
    let (png, raw) = (path + ".png", path + ".raw")
    let result = try Program.boxwalk(["convert", path, "-o", png, "--force"] + options)
    #expect(result.code <= 1, "\(result.errors)")
    let read = try Program.other(
      "ffmpeg", "-v", "error", "-y", "-i", png, "-f", "rawvideo", "-pix_fmt", format, raw)
    #expect(read.code == 0, "\(read.errors)")
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
    guard format == "rgb48be" else { return bytes.map { Double($0) / 255 } }
    return stride(from: 0, to: bytes.count, by: 2).map {
      Double(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1])) / 65_535
    }
  }

  /// A picture in BT.2020 and PQ, a map of one channel, and an SDR picture in BT.709; in BT.2020 if the map is an
  /// auxiliary image that XMP describes.
  private func photo(isDescribed: Bool) throws -> (whole: String, base: String, map: String) {
    let be = MadePhoto.be
    func fraction(_ numerator: Int, _ denominator: Int) -> [UInt8] {
      be(numerator, 4) + be(denominator, 4)
    }
    let base = try image("testsrc2=s=64x48", "yuv444p10le", "--cicp", "9/16/9")
    let map = try image(
      "gradients=s=64x48:n=2:c0=black:c1=white:x0=0:y0=0:x1=63:y1=47", "gray", "--cicp", "2/2/2")
    if isDescribed {
      var auxiliary = map.item
      auxiliary.properties.append(
        MadePhoto.box("auxC", be(0, 4) + Array("urn:com:photo:aux:hdrgainmap\0".utf8)))
      let made = MadePhoto(
        items: [
          base.item, auxiliary, MadePhoto.Item(type: "mime", data: AlternatePictureTests.packet),
        ], references: [("auxl", 2, [1]), ("cdsc", 3, [2])])
      return (try folder.write(made.bytes, to: "hdr.avif"), base.path, map.path)
    }
    // Headroom of 2 stops and of none; gains of -0.5 to 3 stops, gamma 1.25, offsets 1/64 and 1/32.
    let toneMap =
      [0] + be(0, 4) + [0] + fraction(2, 1) + fraction(0, 1) + fraction(-1, 2) + fraction(3, 1)
      + fraction(5, 4) + fraction(1, 64) + fraction(1, 32)
    let made = MadePhoto(
      items: [
        base.item, map.item,
        MadePhoto.Item(
          type: "tmap", properties: [MadePhoto.size(64, 48), MadePhoto.colour(1, 13, 6)],
          data: toneMap),
      ], references: [("dimg", 3, [1, 2])])
    return (try folder.write(made.bytes, to: "hdr.avif"), base.path, map.path)
  }

  /// The same numbers as in the metadata of the standard.
  private static let packet = Array(
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
    xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" \
    hdrgm:BaseRenditionIsHDR="True" hdrgm:GainMapMin="-0.5" hdrgm:GainMapMax="3" \
    hdrgm:Gamma="1.25" hdrgm:OffsetSDR="0.03125" hdrgm:OffsetHDR="0.015625" \
    hdrgm:HDRCapacityMin="0" hdrgm:HDRCapacityMax="2"/></rdf:RDF></x:xmpmeta>
    """.utf8)

  /// The formula of the standard, computed from the base and the map as they are by themselves.
  @Test(arguments: [false, true]) func isThatOfTheGainMap(isDescribed: Bool) throws {
    let (whole, base, map) = try photo(isDescribed: isDescribed)
    let signals = try samples(base, "rgb48be", "--depth", "16")
    let gains = try samples(map, "gray")
    let found = try samples(whole, "rgb24", "--depth", "8")
    try #require(signals.count == 64 * 48 * 3 && found.count == signals.count)
    try #require(gains.count == 64 * 48 && Set(gains).count > 8)
    // ITU-R BT.2087, from BT.2020 to BT.709. The properties in XMP name no other primaries than those of the picture.
    let matrix =
      isDescribed
      ? [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
      : [[1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187]]
    var worst = 0.0
    for index in gains.indices {
      let light = (0..<3).map { channel -> Double in
        let part = pow(signals[index * 3 + channel], 32 / 2523.0)
        let cut = max(part - 3424.0 / 4096, 0) / (2413.0 / 128 - 2392.0 / 128 * part)
        return 10_000 / 203 * pow(cut, 16_384 / 2610.0)
      }
      let gain = -0.5 + 3.5 * pow(gains[index], 1 / 1.25)
      for channel in 0..<3 {
        let own = zip(matrix[channel], light).reduce(0) { $0 + $1.0 * $1.1 }
        let shown = min(max((own + 1 / 64.0) * pow(2, -gain) - 1 / 32.0, 0), 1)
        let signal = shown <= 0.0031308 ? 12.92 * shown : 1.055 * pow(shown, 1 / 2.4) - 0.055
        worst = max(worst, abs(signal - found[index * 3 + channel]) * 255)
      }
    }
    // The numbers of the matrix are rounded.
    #expect(worst < 1.5, "\(worst)")
  }

  /// The JPEG has the SDR picture, and the map leads back to HDR: nothing is lost.
  @Test(arguments: [false, true]) func theMapOfAJPEGLeadsBack(isDescribed: Bool) throws {
    let (whole, _, _) = try photo(isDescribed: isDescribed)
    let output = folder.path("hdr.jpg")
    let result = try Program.boxwalk("convert", whole, "-o", output)
    #expect(
      result.code == 0 && result.errors.contains("HDR kept as a gain map"), "\(result.errors)")
    #expect(result.errors.contains("by its own gain map"), "\(result.errors)")
    let data = try Data(contentsOf: URL(fileURLWithPath: output))
    let start = try #require(data.range(of: Data([0xFF, 0xD8, 0xFF]), options: .backwards))
    let map = try folder.write(data[start.lowerBound...], to: "map.jpg")
    let fields = try Program.other("exiftool", "-s", "-n", "-XMP-hdrgm:all", map).output
    for (name, value) in [
      ("GainMapMin", "-0.5"), ("GainMapMax", "3"), ("Gamma", "1.25"), ("OffsetSDR", "0.03125"),
      ("OffsetHDR", "0.015625"), ("HDRCapacityMin", "0"), ("HDRCapacityMax", "2"),
    ] {
      #expect(
        fields.split(separator: "\n").contains { line in
          line.hasPrefix(name) && line.hasSuffix(": \(value)")
        }, "\(name) in \(fields)")
    }
    // sRGB needs no profile, and BT.2020 does.
    #expect(
      try Program.other("exiftool", "-icc_profile:all", output).output.isEmpty == !isDescribed)
  }
}

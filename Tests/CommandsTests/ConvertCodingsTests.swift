import Foundation
import TestSupport
import Testing

/// Photos that are coded in AV1 and AVC.
@Suite struct ConvertCodingsTests {
  private static let works = ConditionTrait.needs("libavcodec that decodes AV1 and AVC") {
    Doctor.converts("AVIF") && Doctor.converts("AVCI")
  }

  @Test(
    works,
    arguments: [
      ("coast.avif", 1600, 1200, 8), ("shore-tiled.avif", 300, 400, 16),
      ("meadow.avci", 360, 270, 8),
    ])
  func becomeFilesOfTheirSize(name: String, width: Int, height: Int, bitDepth: Int) throws {
    let folder = try Folder()
    let (jpeg, png) = (folder.path("out.jpg"), folder.path("out.png"))
    for output in [jpeg, png] {
      let result = try Program.boxwalk("convert", Program.sample(name), "-o", output)
      #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
      #expect(result.output.contains("\(width) × \(height)"), "\(result.output)")
    }
    let header = try Data(contentsOf: URL(fileURLWithPath: png))
    #expect(header[24] == bitDepth)
  }

  /// Red, green and blue are those of another program: of 10 bits, 4:4:4, in tiles, turned.
  @Test(works, .needs("heif-convert", "ffmpeg")) func coloursAreThoseOfAnotherProgram() throws {
    let folder = try Folder()
    let photo = Program.sample("shore-tiled.avif")
    let (ours, theirs) = (folder.path("ours.png"), folder.path("theirs.png"))
    #expect(try Program.boxwalk("convert", photo, "-o", ours).code == 0)
    #expect(try Program.other("heif-convert", photo, theirs).code == 0)
    func pixels(_ path: String) throws -> [UInt8] {
      let raw = folder.path("raw")
      let result = try Program.other(
        "ffmpeg", "-v", "error", "-y", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb48le", raw)
      #expect(result.code == 0, "\(result.errors)")
      return Array(try Data(contentsOf: URL(fileURLWithPath: raw)))
    }
    let (a, b) = (try pixels(ours), try pixels(theirs))
    #expect(a.count == 300 * 400 * 6 && a.count == b.count)
    var largest = 0
    for offset in stride(from: 0, to: min(a.count, b.count), by: 2) {
      let (x, y) = (
        Int(a[offset]) | Int(a[offset + 1]) << 8, Int(b[offset]) | Int(b[offset + 1]) << 8
      )
      largest = max(largest, abs(x - y))
    }
    // A step of 1 in 256 values.
    #expect(largest <= 257)
  }

  /// A transparent grey picture stays grey over white.
  @Test(works, .needs("ffmpeg"), arguments: [("ya8", 1), ("ya16be", 2)])
  func grayIsBlendedOverWhite(format: String, size: Int) throws {
    let folder = try Folder()
    let (photo, jpeg, raw) = (folder.path("gray.png"), folder.path("gray.jpg"), folder.path("raw"))
    let made = try Program.other(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
      "color=s=64x32,format=yuva444p,geq=lum='16+3*X':cb=128:cr=128:a='if(lt(Y,16),255,8*Y-8)'",
      "-frames:v", "1", "-pix_fmt", format, photo)
    #expect(made.code == 0, "\(made.errors)")
    func samples(_ path: String, _ format: String) throws -> [UInt8] {
      let result = try Program.other(
        "ffmpeg", "-v", "error", "-y", "-i", path, "-f", "rawvideo", "-pix_fmt", format, raw)
      #expect(result.code == 0, "\(result.errors)")
      return Array(try Data(contentsOf: URL(fileURLWithPath: raw)))
    }
    let wanted = try samples(photo, format)
    let result = try Program.boxwalk("convert", photo, "-o", jpeg, "--quality", "100")
    #expect(result.code == 1, "\(result.errors)")
    let gray = try samples(jpeg, "gray")
    #expect(gray.count == 64 * 32 && wanted.count == gray.count * 2 * size)
    for (index, shown) in gray.enumerated() where wanted.count == gray.count * 2 * size {
      let (value, alpha) = (Int(wanted[index * 2 * size]), Int(wanted[(index * 2 + 1) * size]))
      let blended = (value * alpha + 255 * (255 - alpha)) / 255
      #expect(abs(Int(shown) - blended) <= 4, "sample \(index)")
    }
  }

  /// With other bytes, a picture is decoded or refused; nothing crashes, and no file is left.
  @Test(works, arguments: [("shore-tiled.avif", 54), ("meadow.avci", 6)])
  func damagedBytes(name: String, least: Int) throws {
    let folder = try Folder()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Program.sample(name)))
    let start = try #require(bytes.range(of: Data("mdat".utf8))?.upperBound)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func random() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
    var refused = 0
    for _ in 0..<60 {
      var damaged = bytes
      let offset = start + Int(random() % UInt64(bytes.count - start))
      damaged[offset] ^= UInt8(truncatingIfNeeded: random() % 255 + 1)
      let photo = try folder.write(damaged, to: "damaged")
      let result = try Program.boxwalk("convert", photo, "-o", folder.path("out.jpg"), "--force")
      #expect([0, 2].contains(result.code), "byte \(offset): \(result.code) \(result.errors)")
      #expect(!result.errors.contains("crashed"), "byte \(offset): \(result.errors)")
      #expect(folder.names == (result.code == 0 ? ["damaged", "out.jpg"] : ["damaged"]))
      if result.code != 0 { refused += 1 }
      try? FileManager.default.removeItem(atPath: folder.path("out.jpg"))
    }
    // The decoder of AVC misses many; see the known defects.
    #expect(refused >= least, "\(refused) of 60")
  }

  @Test(works) func otherEnginesSayWhatTheyLack() throws {
    let folder = try Folder()
    for (name, options, words) in [
      ("coast.avif", ["--engine", "de265"], "libde265 cannot decode AV1"),
      ("meadow.avci", ["--engine", "de265"], "libde265 cannot decode AVC"),
      ("meadow.avci", ["--crosscheck"], "nothing can be compared"),
    ] {
      let result = try Program.boxwalk(
        ["convert", Program.sample(name), "-o", folder.path("out.jpg")] + options)
      #expect(result.code == 2 && result.errors.contains(words), "\(result.errors)")
    }
    #expect(folder.names.isEmpty)
  }

  @Test func withoutLibavcodec() throws {
    let folder = try Folder()
    let nowhere = [
      "BOXWALK_LIBAVCODEC": "/nowhere/libavcodec.so", "BOXWALK_LIBHEIF": "/nowhere/libheif.so",
    ]
    for name in ["coast.avif", "meadow.avci"] {
      let result = try Program.boxwalk(
        "convert", Program.sample(name), "-o", folder.path("out.jpg"), environment: nowhere)
      #expect(
        result.code == 2 && result.errors.contains("libavcodec is needed"), "\(result.errors)")
    }
    let words = try Program.boxwalk("doctor", environment: nowhere)
    #expect(words.output.contains("AVIF photos cannot be converted"))
  }

  /// libheif decodes AVIF photos then.
  @Test(works, .needs("libheif") { Doctor.has("libheif") }) func withLibheifAlone() throws {
    let folder = try Folder()
    let outputs = try [[:], ["BOXWALK_LIBAVCODEC": "/nowhere/libavcodec.so"]].map { environment in
      let output = folder.path("\(environment.count).png")
      let result = try Program.boxwalk(
        "convert", Program.sample("coast.avif"), "-o", output, environment: environment)
      #expect(result.code == 0, "\(result.errors)")
      return try Data(contentsOf: URL(fileURLWithPath: output))
    }
    #expect(outputs[0] == outputs[1])
  }
}

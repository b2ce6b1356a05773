import Foundation
import Testing

/// Photos that are coded in AV1 and AVC.
@Suite struct ConvertCodingsTests {
  /// Whether the doctor says that photos of a format can be converted here.
  private static func works(_ format: String) throws -> Bool {
    let report = try JSONSerialization.jsonObject(
      with: Data(try Program.boxwalk("doctor", "--json").output.utf8))
    let formats = (report as? [String: Any])?["formats"] as? [[String: Any]]
    let found = try #require(formats?.first { $0["name"] as? String == format })
    if found["works"] as? Bool == true {
      #expect((found["decoder"] as? String)?.isEmpty == false)
      return true
    }
    #expect((found["problem"] as? String)?.isEmpty == false)
    #expect((found["advice"] as? [String])?.isEmpty == false)
    print("\(format) photos cannot be converted here: \(found)")
    return false
  }

  @Test(arguments: [
    ("coast.avif", "AVIF", 1600, 1200, 8), ("shore-tiled.avif", "AVIF", 300, 400, 16),
    ("meadow.avci", "AVCI", 360, 270, 8),
  ])
  func becomeFilesOfTheirSize(
    name: String, format: String, width: Int, height: Int, bitDepth: Int
  ) throws {
    guard try ConvertCodingsTests.works(format) else { return }
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
  @Test func coloursAreThoseOfAnotherProgram() throws {
    guard try ConvertCodingsTests.works("AVIF") else { return }
    let folder = try Folder()
    let photo = Program.sample("shore-tiled.avif")
    let (ours, theirs) = (folder.path("ours.png"), folder.path("theirs.png"))
    #expect(try Program.boxwalk("convert", photo, "-o", ours).code == 0)
    guard try Program.other("heif-convert", photo, theirs)?.code == 0 else {
      return print("heif-convert does not decode AVIF here")
    }
    func pixels(_ path: String) throws -> [UInt8] {
      let raw = folder.path("raw")
      let result = try Program.other(
        "ffmpeg", "-v", "error", "-y", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb48le", raw)
      return result?.code == 0 ? Array(try Data(contentsOf: URL(fileURLWithPath: raw))) : []
    }
    let (a, b) = (try pixels(ours), try pixels(theirs))
    guard !a.isEmpty else { return print("ffmpeg is not installed") }
    #expect(a.count == 300 * 400 * 6 && a.count == b.count)
    var largest = 0
    for place in stride(from: 0, to: min(a.count, b.count), by: 2) {
      let (x, y) = (Int(a[place]) | Int(a[place + 1]) << 8, Int(b[place]) | Int(b[place + 1]) << 8)
      largest = max(largest, abs(x - y))
    }
    // One of 256 values.
    #expect(largest <= 257)
  }

  /// With other bytes, a picture is decoded or refused; nothing crashes, and no file is left.
  @Test(arguments: [("shore-tiled.avif", "AVIF"), ("meadow.avci", "AVCI")])
  func damagedBytes(name: String, format: String) throws {
    guard try ConvertCodingsTests.works(format) else { return }
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
      let place = start + Int(random() % UInt64(bytes.count - start))
      damaged[place] ^= UInt8(truncatingIfNeeded: random() % 255 + 1)
      let photo = try folder.write(damaged, to: "damaged")
      let result = try Program.boxwalk("convert", photo, "-o", folder.path("out.jpg"), "--force")
      #expect([0, 2].contains(result.code), "byte \(place): \(result.code) \(result.errors)")
      #expect(!result.errors.contains("crashed"), "byte \(place): \(result.errors)")
      #expect(folder.names == (result.code == 0 ? ["damaged", "out.jpg"] : ["damaged"]))
      if result.code != 0 { refused += 1 }
      try? FileManager.default.removeItem(atPath: folder.path("out.jpg"))
    }
    // The decoder of AVC misses many; see the known defects.
    #expect(refused >= (format == "AVIF" ? 54 : 6), "\(refused) of 60")
  }

  @Test func otherEnginesSayWhatTheyLack() throws {
    let folder = try Folder()
    for (name, options, words) in [
      ("coast.avif", ["--engine", "de265"], "libde265 has no decoder of AV1"),
      ("meadow.avci", ["--engine", "de265"], "libde265 has no decoder of AVC"),
      ("meadow.avci", ["--crosscheck"], "nothing can be compared"),
    ] {
      let result = try Program.boxwalk(
        ["convert", Program.sample(name), "-o", folder.path("out.jpg")] + options)
      if result.errors.contains("libavcodec is not installed") { return print(result.errors) }
      #expect(result.code == 2 && result.errors.contains(words), "\(result.errors)")
    }
    #expect(folder.names.isEmpty)
  }

  @Test func withoutLibavcodec() throws {
    let folder = try Folder()
    let nowhere = ["BOXWALK_LIBAVCODEC": "/nowhere/libavcodec.so"]
    for name in ["coast.avif", "meadow.avci"] {
      let result = try Program.boxwalk(
        "convert", Program.sample(name), "-o", folder.path("out.jpg"), environment: nowhere)
      #expect(
        result.code == 2 && result.errors.contains("libavcodec is needed"), "\(result.errors)")
    }
    let words = try Program.boxwalk("doctor", environment: nowhere)
    #expect(words.output.contains("AVIF photos cannot be converted"))
  }
}

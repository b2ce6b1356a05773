import Foundation
import TestSupport
import Testing

/// JPEG pictures of four inks (CMYK).
@Suite struct InkTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static let press = "/usr/share/color/icc/ghostscript/default_cmyk.icc"

  /// A picture of 8 × 8 with a single colour.
  ///
  /// - Parameters:
  ///   - samples: of the four components, each 1 to 64 or 192 to 255.
  ///   - isAdobe: whether it is marked as a file of Adobe, whose samples are the opposite of inks.
  private func jpeg(_ samples: [Int], isAdobe: Bool, _ profile: Data = Data()) -> Data {
    let be = MadePhoto.be
    func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
      [0xFF, marker] + be(payload.count + 2, 2) + payload
    }
    // Each table has one code: differences of 7 bits, and the end of the block. Steps of 8 are steps of a sample.
    let tables = [(UInt8(0x00), UInt8(7)), (0x10, 0)].flatMap { number, symbol in
      segment(0xC4, [number, 1] + [UInt8](repeating: 0, count: 15) + [symbol])
    }
    let steps = segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
    let frame = segment(
      0xC0, [8, 0, 8, 0, 8, 4] + (1...4).flatMap { [UInt8($0), 0x11, 0] })
    let scan = segment(0xDA, [4] + (1...4).flatMap { [UInt8($0), 0] } + [0, 63, 0])
    var bits: [Bool] = []
    for sample in samples {
      let difference = sample - 128
      let value = difference > 0 ? difference : difference + 127
      bits += [false] + (0..<7).map { value >> (6 - $0) & 1 == 1 } + [false]
    }
    while bits.count % 8 != 0 { bits.append(true) }
    let data = stride(from: 0, to: bits.count, by: 8).flatMap { offset -> [UInt8] in
      let byte = bits[offset..<offset + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
      return byte == 0xFF ? [byte, 0] : [byte]
    }
    var head: [UInt8] = [0xFF, 0xD8]
    if isAdobe { head += segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]) }
    let parts = stride(from: 0, to: profile.count, by: 60_000).map {
      profile[$0..<min($0 + 60_000, profile.count)]
    }
    for (index, part) in parts.enumerated() {
      let numbers = [UInt8(index + 1), UInt8(parts.count)]
      head += segment(0xE2, Array("ICC_PROFILE\0".utf8) + numbers + part)
    }
    return Data(head + steps + tables + frame + scan + data + [0xFF, 0xD9])
  }

  /// Red, green and blue of the first sample.
  private func colour(_ png: String) throws -> [Int] {
    let raw = png + ".raw"
    let read = try Program.other(
      "ffmpeg", "-v", "error", "-y", "-i", png, "-f", "rawvideo", "-pix_fmt", "rgb24", raw)
    #expect(read.code == 0, "\(read.errors)")
    return try Data(contentsOf: URL(fileURLWithPath: raw)).prefix(3).map { Int($0) }
  }

  /// The colours of Little CMS' own program for the same inks.
  @Test(
    .needs("Little CMS 2") { Doctor.has("lcms2") }, .needs("ffmpeg", "transicc"),
    .needs("the profile of a press, of the package libgs-common") {
      FileManager.default.fileExists(atPath: press)
    }, arguments: [true, false])
  func aProfileOfAPress(isAdobe: Bool) throws {
    let profile = try Data(contentsOf: URL(fileURLWithPath: InkTests.press))
    for samples in [
      [1, 64, 200, 255], [255, 192, 30, 192], [20, 20, 20, 250], [250, 250, 250, 3],
    ] {
      let photo = try folder.write(jpeg(samples, isAdobe: isAdobe, profile), to: "press.jpg")
      let inks = samples.map { Double(isAdobe ? 255 - $0 : $0) / 2.55 }
      let input = try folder.write(
        Data((inks.map { "\($0)\n" }.joined() + "q\n").utf8), to: "input")
      let shown = try Program.other(
        "sh", "-c", "transicc -n -t1 -b -i '\(InkTests.press)' -o '*sRGB' < '\(input)'")
      let expected = shown.output.split(whereSeparator: { !"-.0123456789".contains($0) })
        .compactMap { Double($0).map { max(0, min(255, $0)) } }
      try #require(expected.count == 3, "\(shown.output)")
      for options in [[], ["--color", "srgb"]] {
        let output = folder.path("out.png")
        let result = try Program.boxwalk(["convert", photo, "-o", output, "--force"] + options)
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.errors.contains("converted to sRGB by its colour profile"))
        let found = try colour(output)
        let worst = zip(found, expected).map { abs(Double($0) - $1) }.max() ?? 255
        // The program does not compute with 8 bits, and dark colours have large steps.
        #expect(worst <= 5, "\(samples): \(found), not \(expected)")
      }
    }
    // A JPEG stays as it is, unless its colours are to change.
    let photo = folder.path("press.jpg")
    let copy = folder.path("copy.jpg")
    #expect(try Program.boxwalk("convert", photo, "-o", copy).code == 0)
    #expect(FileManager.default.contentsEqual(atPath: photo, andPath: copy))
    let changed = try Program.boxwalk(
      "convert", photo, "-o", copy, "--force", "--color", "srgb")
    #expect(changed.code == 0 && changed.errors.contains("inks"), "\(changed.errors)")
    #expect(try Program.boxwalk("inspect", copy).output.contains("3 components"))
  }

  /// Without a profile, each ink takes away its part of the light, and a warning says so.
  @Test(.needs("ffmpeg")) func withoutAProfile() throws {
    let photo = try folder.write(jpeg([10, 200, 255, 64], isAdobe: false), to: "plain.jpg")
    let output = folder.path("out.png")
    let result = try Program.boxwalk("convert", photo, "-o", output)
    #expect(result.code == 1 && result.errors.contains("no colour profile"), "\(result.errors)")
    let expected = [245 * 191 / 255, 55 * 191 / 255, 0]
    #expect(zip(try colour(output), expected).allSatisfy { abs($0 - $1) <= 1 })
  }
}

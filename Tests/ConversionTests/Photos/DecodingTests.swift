import FieldCoding
import Foundation
import HEIF
import TestSupport
import Testing
import WorkerProtocol

@testable import Conversion
@testable import WorkerClient

/// The samples that a program is given are those of the files that are written.
@Suite struct DecodingTests {
  private static let worker = ComparisonTests.worker

  /// Red, green and blue of a PNG file, as ffmpeg decodes it.
  private func samples(ofPNG path: String, _ format: String) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(
      filePath: try #require(InstalledProgram.path(of: "ffmpeg")))
    process.arguments = [
      "-v", "quiet", "-i", path, "-f", "rawvideo", "-pix_fmt", format, "-",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Array(data)
  }

  @Test(
    .needs("ffmpeg"),
    arguments: [
      ("portrait-single.heic", 8, nil), ("landscape-tiled.heic", 8, 500), ("coast.avif", 16, nil),
      ("meadow.jpg", 8, nil),
    ] as [(String, Int, Int?)])
  func samplesAreThoseOfThePNG(name: String, bitDepth: Int, side: Int?) throws {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/" + name) })
    var options = ConversionOptions(Worker(DecodingTests.worker))
    options.format = .png
    options.bitDepth = bitDepth
    options.longerSide = side
    let photo = try PhotoFile(path)
    let picture = try #require(try photo.pictures(options).first)
    let decoded = try PhotoConverter(options).decode(picture, of: photo)
    let png = FileManager.default.temporaryDirectory.path + "/boxwalk-\(UUID()).png"
    defer { try? FileManager.default.removeItem(atPath: png) }
    let result = try PhotoConverter(options).convert(picture, of: photo, to: png)
    #expect((decoded.width, decoded.height) == (result.width, result.height))
    #expect((decoded.channels, decoded.bitDepth) == (3, bitDepth))
    let expected = try samples(ofPNG: png, bitDepth == 8 ? "rgb24" : "rgb48be")
    #expect(decoded.bytes.elementsEqual(expected))
    let (x, y) = (decoded.width / 3, decoded.height / 2)
    let offset = (y * decoded.width + x) * 3 * bitDepth / 8
    let red = expected[offset...].prefix(bitDepth / 8).reduce(0) { $0 << 8 | UInt16($1) }
    #expect(decoded[x, y]?.first == red)
    #expect(decoded[decoded.width, 0] == nil)
  }

  @Test func whatCannotBeDecodedIsAnError() throws {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/coast.avif") })
    let photo = try PhotoFile(path)
    let options = ConversionOptions(Worker("/nonexistent/boxwalk-codec"))
    let picture = try #require(try photo.pictures(options).first)
    let error = #expect(throws: ConversionError.self) {
      try PhotoConverter(options).decode(picture, of: photo)
    }
    #expect(error?.kind == .worker)
  }
}

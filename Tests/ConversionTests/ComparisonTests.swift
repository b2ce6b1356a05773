import CodecJob
import Exif
import Foundation
import ISOBMFF
import Testing

@testable import Conversion

/// Whether an output shows what its original shows.
@Suite struct ComparisonTests {
  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func sample(_ name: String) -> String {
    package.appendingPathComponent("SampleMedia/\(name)").path
  }

  private static let worker: String = {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      folder = bundle.bundleURL.deletingLastPathComponent()
    }
    let own = folder.appendingPathComponent("boxwalk-codec").path
    return FileManager.default.isExecutableFile(atPath: own)
      ? own : package.appendingPathComponent(".build/debug/boxwalk-codec").path
  }()

  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "boxwalk-compare-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func made(
    of sample: String, _ format: OutputFormat, quality: Int
  ) throws -> PhotoFile {
    var options = ConversionOptions(Worker(ComparisonTests.worker))
    options.format = format
    options.quality = quality
    options.replacesFiles = true
    let photo = try PhotoFile(ComparisonTests.sample(sample))
    let output = folder.path + "/\(sample)-\(quality).\(format.rawValue)"
    let picture = try #require(try photo.pictures(options).first)
    _ = try StillConversion(options).convert(picture, of: photo, to: output)
    return try PhotoFile(output)
  }

  private func difference(
    _ sample: String, _ output: PhotoFile, _ format: OutputFormat, quality: Int
  ) throws -> String? {
    try PictureComparison(
      worker: Worker(ComparisonTests.worker), format: format, quality: quality
    ).difference(
      PhotoFile(ComparisonTests.sample(sample)), output, isExact: format == .png)
  }

  @Test(
    arguments: ["portrait-single.heic", "coast.avif"], [5, 40, 75, 90, 100])
  func qualityExplainsWhatJPEGLoses(sample: String, quality: Int) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = try made(of: sample, .jpeg, quality: quality)
    #expect(try difference(sample, output, .jpeg, quality: quality) == nil)
    // As if it had been made with more care.
    if quality < 75 {
      let reason = try difference(sample, output, .jpeg, quality: 97)
      #expect(reason?.hasPrefix("a part of the output differs from it by ") == true)
    }
  }

  @Test func losslessOutputsAreTheSame() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for sample in [
      "portrait-single.heic", "landscape-tiled.heic", "shore-tiled.avif", "meadow.jpg",
    ] {
      let output = try made(of: sample, .png, quality: 90)
      #expect(try difference(sample, output, .png, quality: 90) == nil, "\(sample)")
    }
    let other = try made(of: "coast.avif", .png, quality: 90)
    let reason = try difference("meadow.jpg", other, .png, quality: 90)
    #expect(reason?.hasPrefix("samples of the output differ from it by up to ") == true)
  }

  @Test func otherPicturesAreNoticed() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    // Of the same size.
    let coast = try made(of: "coast.avif", .jpeg, quality: 5)
    #expect(
      try difference("meadow.jpg", coast, .jpeg, quality: 5)?.hasPrefix("a part of the output")
        == true)
    #expect(
      try difference("portrait-single.heic", coast, .jpeg, quality: 5)
        == "its size is not that of the output")
    // One that cannot be decoded is no output.
    let path = folder.path + "/cut.jpg"
    try Data(contentsOf: URL(fileURLWithPath: coast.path)).dropLast(9_000)
      .write(to: URL(fileURLWithPath: path))
    #expect(throws: ConversionError.self) {
      try difference("coast.avif", PhotoFile(path), .jpeg, quality: 5)
    }
  }

  /// Colours alone are compared.
  @Test func transparentPicturesAreNotTheSame() throws {
    // One sample of RGBA.
    let png = try #require(
      Data(
        base64Encoded: """
          iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
          """))
    let path = folder.path + "/clear.png"
    try png.write(to: URL(fileURLWithPath: path))
    let photo = try PhotoFile(path)
    let found = try PictureComparison(
      worker: Worker(ComparisonTests.worker), format: .heic, quality: 55
    ).difference(photo, photo, isExact: true)
    #expect(found == "it is transparent in part, which is not compared")
  }

  @Test func bitsAndBounds() {
    var comparison = PictureComparison(worker: Worker(""), format: .jpeg, quality: 90)
    var reply = CompareReply()
    reply.originalBitDepth = 10
    reply.outputBitDepth = 8
    reply.worst = [0, 0, 0]
    #expect(
      comparison.difference(reply, isExact: false) == "it has 10 bits, and the output has 8")
    reply.originalBitDepth = 8
    #expect(comparison.difference(reply, isExact: false) == nil)
    reply.worst[2] = 100_000
    #expect(comparison.difference(reply, isExact: false) != nil)
    reply.worst = []
    #expect(comparison.difference(reply, isExact: false) == "nothing was compared")
    comparison.format = .heic
    comparison.quality = 60
    // 30 dB.
    #expect(abs(comparison.largestRoot(0) - 8.0638) < 0.001)
  }

  /// The tables of libjpeg's files, by which the bound is computed.
  @Test(arguments: [1, 25, 50, 75, 90, 100])
  func stepsAreThoseOfTheFile(quality: Int) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = try made(of: "portrait-single.heic", .jpeg, quality: quality)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: output.path))
    var tables: [[Int]] = []
    for segment in JPEGSegments(try ByteSource(mapping: output.path).bytes).segments
    where segment.marker == 0xDB {
      var payload = Array(segment.payload)[...]
      while payload.count >= 65 {
        tables.append(payload.dropFirst().prefix(64).map(Int.init))
        payload = payload.dropFirst(65)
      }
    }
    #expect(tables.count == 2 && bytes.count > 0)
    for (index, table) in tables.prefix(2).enumerated() {
      #expect(
        table.sorted() == JPEGQuantization(quality: quality, isChroma: index == 1).steps.sorted())
    }
  }
}

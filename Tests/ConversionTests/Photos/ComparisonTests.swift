import Foundation
import ISOBMFF
import Metadata
import TestSupport
import Testing
import WorkerProtocol

@testable import Conversion
@testable import WorkerClient

/// Whether an output looks like its original.
@Suite struct ComparisonTests {
  static let worker = BuiltPrograms.worker

  private let folder: Folder

  init() throws { folder = try Folder() }

  private func made(
    of sample: String, _ format: OutputFormat, quality: Int
  ) throws -> PhotoFile {
    var options = ConversionOptions(Worker(ComparisonTests.worker))
    options.format = format
    options.quality = quality
    options.replacesFiles = true
    let photo = try PhotoFile(PackageFolder.sample(sample))
    let output = folder.path("\(sample)-\(quality).\(format.rawValue)")
    let picture = try #require(try photo.pictures(options).first)
    _ = try PhotoConverter(options).convert(picture, of: photo, to: output)
    return try PhotoFile(output)
  }

  private static func encodes() throws -> Bool {
    let tests = try ComparisonTests()
    return [OutputFormat.heic, .avif].allSatisfy {
      (try? tests.made(of: "portrait-single.heic", $0, quality: 50)) != nil
    }
  }

  private func difference(
    _ sample: String, _ output: PhotoFile, _ format: OutputFormat, quality: Int
  ) throws -> String? {
    try comparison(format, quality).difference(
      PhotoFile(PackageFolder.sample(sample)), output, isExact: format == .png)
  }

  @Test(
    arguments: ["portrait-single.heic", "coast.avif"], [5, 40, 75, 90, 100])
  func qualityExplainsWhatJPEGLoses(sample: String, quality: Int) throws {
    let output = try made(of: sample, .jpeg, quality: quality)
    #expect(try difference(sample, output, .jpeg, quality: quality) == nil)
    // The result with a higher quality.
    if quality < 75 {
      let reason = try difference(sample, output, .jpeg, quality: 97)
      #expect(reason?.hasPrefix("a part of the output differs from it by ") == true)
    }
  }

  @Test func losslessOutputsAreTheSame() throws {
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

  /// A bound that can be exceeded: by less care than is stated, and by another picture.
  @Test(
    .needs("libheif with encoders of HEVC and AV1", if: encodes),
    arguments: [(OutputFormat.heic, 55), (.avif, 80)])
  func qualityBoundsWhatOtherCodingsLose(format: OutputFormat, quality: Int) throws {
    let careful = try made(of: "coast.avif", format, quality: quality)
    #expect(try difference("coast.avif", careful, format, quality: quality) == nil)
    let careless = try made(of: "coast.avif", format, quality: 1)
    let reason = try difference("coast.avif", careless, format, quality: quality)
    #expect(reason?.hasPrefix("a part of the output differs") == true, "\(reason ?? "")")
    // It has the same size.
    let other = try made(of: "meadow.jpg", format, quality: quality)
    let otherReason = try difference("coast.avif", other, format, quality: quality)
    #expect(otherReason?.hasPrefix("a part of the output differs") == true)
  }

  /// The sample's map, and its copy in an Ultra HDR file.
  @Test func gainMapsAreCompared() throws {
    let sample = "landscape-tiled.heic"
    let photo = try PhotoFile(PackageFolder.sample(sample))
    let worker = Worker(ComparisonTests.worker)
    let map = try #require(try PhotoConverter(ConversionOptions(worker)).gainMap(of: photo))
    func difference(_ map: GainMapJob, _ output: PhotoFile) throws -> String? {
      try comparison(.jpeg, 90).difference(ofGainMap: map, photo, output)
    }
    let output = try made(of: sample, .jpeg, quality: 90)
    #expect(try difference(map, output) == nil)

    // Other light: a row of values is another.
    var brighter = map
    brighter.values = Bytes(
      (map.values.isEmpty ? Array(0...255) : Array(map.values)).map { $0 / 2 })
    #expect(try difference(brighter, output)?.hasPrefix("its gain map: a part of") == true)

    // The picture as it should be, and the map of a file that was made with less care, or none.
    let careless = try made(of: sample, .jpeg, quality: 1)
    guard case .jpeg(let good) = output.content, case .jpeg(let bad) = careless.content else {
      return #expect(Bool(false))
    }
    let end = try #require(good.end)
    let path = folder.path("joined.jpg")
    for follower in [Array(bad.trailer ?? Bytes()), [], [0xFF, 0xD8, 0xFF, 0xD9]] {
      try Data(Array(good.bytes.prefix(end)) + follower).write(to: URL(fileURLWithPath: path))
      let found = Result { try difference(map, PhotoFile(path)) }
      let isSame = if case .success(nil) = found { true } else { false }
      #expect(!isSame, "\(follower.count)")
    }
  }

  @Test func otherPicturesAreNoticed() throws {
    // It has the same size.
    let coast = try made(of: "coast.avif", .jpeg, quality: 5)
    #expect(
      try difference("meadow.jpg", coast, .jpeg, quality: 5)?.hasPrefix("a part of the output")
        == true)
    #expect(
      try difference("portrait-single.heic", coast, .jpeg, quality: 5)
        == "its size is not that of the output")
    // A file that cannot be decoded is not an output.
    let path = folder.path("cut.jpg")
    try Data(contentsOf: URL(fileURLWithPath: coast.path)).dropLast(9_000)
      .write(to: URL(fileURLWithPath: path))
    #expect(throws: ConversionError.self) {
      try difference("coast.avif", PhotoFile(path), .jpeg, quality: 5)
    }
  }

  /// Only colours are compared.
  @Test func transparentPicturesAreNotTheSame() throws {
    // One sample of RGBA.
    let png = try #require(
      Data(
        base64Encoded: """
          iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
          """))
    let path = folder.path("clear.png")
    try png.write(to: URL(fileURLWithPath: path))
    let photo = try PhotoFile(path)
    let found = try comparison(.heic, 55).difference(photo, photo, isExact: true)
    #expect(found == "it is transparent in part, which is not compared")
  }

  private func comparison(_ format: OutputFormat, _ quality: Int) -> PictureComparison {
    var options = ConversionOptions(Worker(ComparisonTests.worker))
    options.format = format
    options.quality = quality
    return PictureComparison(options)
  }

  @Test func bitsAndBounds() {
    let comparison = comparison(.jpeg, 90)
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
    // 30 dB.
    #expect(abs(self.comparison(.heic, 60).largestRoot(0) - 8.0638) < 0.001)
  }

  /// The tables of libjpeg's files, by which the bound is computed.
  @Test(arguments: [1, 25, 50, 75, 90, 100])
  func stepsAreThoseOfTheFile(quality: Int) throws {
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

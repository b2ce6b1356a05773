import HEIF
import WorkerProtocol

@testable import Codecs

/// A file in memory.
struct MemoryReader: ExtentReader {
  var bytes: [UInt8]

  func read(_ extent: Range<Int>, into result: inout [UInt8]) throws(CodecError) {
    guard extent.upperBound <= bytes.count else { throw CodecError("beyond the end") }
    result += bytes[extent]
  }
}

/// A picture that another program coded, and its plan.
struct CodedPicture {
  var plan = ImagePlan()
  /// NAL units behind lengths of four bytes.
  var data: [UInt8] = []
  /// The byte stream with start codes.
  var stream: [UInt8] = []

  /// Nil if the program fails.
  init?(format: String, width: Int, height: Int, options: String = "") {
    self.init(
      stream: Programs.output(
        "ffmpeg -v error -f lavfi -i testsrc2=s=\(width)x\(height) -frames:v 1 -pix_fmt \(format)"
          + " -c:v libx265 -x265-params log-level=none\(options) -f hevc -", []),
      width: width, height: height)
  }

  /// Nil if there is no picture in the stream.
  init?(stream: [UInt8], width: Int, height: Int) {
    self.stream = stream
    var configuration = ImagePlan.DecoderConfiguration()
    for unit in CodedPicture.units(stream) {
      guard let first = unit.first else { continue }
      switch first >> 1 & 0x3F {
      case 32...34: configuration.parameterSets.append(unit)
      // Slices, and the hash of the picture.
      case 0...31, 40:
        data += (0..<4).map { UInt8(truncatingIfNeeded: unit.count >> (24 - 8 * $0)) } + unit
      default: break
      }
    }
    guard configuration.parameterSets.count >= 3, !data.isEmpty else { return nil }
    plan.configurations = [configuration]
    plan.tileSize = ImagePlan.Size(width: width, height: height)
    plan.canvas = plan.tileSize
    var tile = ImagePlan.CodedImage()
    tile.extents = [0..<data.count]
    plan.tiles = [tile]
  }

  /// The NAL units of a byte stream (ITU-T H.265 annex B).
  fileprivate static func units(_ stream: [UInt8]) -> [[UInt8]] {
    var units: [[UInt8]] = []
    var start: Int?
    var index = 0
    while index + 3 <= stream.count {
      guard stream[index] == 0, stream[index + 1] == 0, stream[index + 2] == 1 else {
        index += 1
        continue
      }
      if let start { units.append(Array(stream[start..<index])) }
      index += 3
      start = index
    }
    if let start { units.append(Array(stream[start...])) }
    // A start code may have another zero in front.
    return units.map { unit in Array(unit[..<(unit.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0)]) }
  }

  func decode(
    _ data: [UInt8]? = nil, engine: Engine = .de265
  ) throws(CodecError) -> PlanarImage {
    try decode(data, EngineChoice(engine))
  }

  func decode(_ data: [UInt8]?, _ choice: EngineChoice) throws(CodecError) -> PlanarImage {
    let data = data ?? self.data
    var plan = plan
    plan.tiles[0].extents = [0..<data.count]
    return try plan.decode(
      from: MemoryReader(bytes: data), threads: 1, budget: 1 << 24, engine: choice
    ).image
  }
}

extension CodedPicture {
  /// A picture that libaom coded in AV1.
  init?(av1 format: String, width: Int, height: Int, options: String = "") {
    stream = Programs.output(
      "ffmpeg -v error -f lavfi -i \(CodedPicture.source(format, width, height)) -frames:v 1"
        + " -c:v libaom-av1 -still-picture 1 -cpu-used 8 -crf 20 \(options) -f obu -", [])
    guard stream.count > 2 else { return nil }
    data = stream
    plan.codec = .av1
    var configuration = ImagePlan.DecoderConfiguration()
    configuration.lengthSize = 0
    plan.configurations = [configuration]
    finish(width, height)
  }

  /// A picture that x264 coded in AVC.
  ///
  /// - Parameter filter: of FFmpeg, `,noise=alls=20`.
  init?(
    avc format: String, width: Int, height: Int, options: String = "", filter: String = ""
  ) {
    stream = Programs.output(
      "ffmpeg -v error -f lavfi -i \(CodedPicture.source(format, width, height))\(filter)"
        + " -frames:v 1 -c:v libx264 -crf 20 -x264-params info=0\(options) -f h264 -", [])
    plan.codec = .avc
    var configuration = ImagePlan.DecoderConfiguration()
    for unit in CodedPicture.units(stream) {
      switch (unit.first ?? 0) & 0x1F {
      case 7, 8: configuration.parameterSets.append(unit)
      case 1, 5:
        data += (0..<4).map { UInt8(truncatingIfNeeded: unit.count >> (24 - 8 * $0)) } + unit
      default: break
      }
    }
    guard configuration.parameterSets.count >= 2, !data.isEmpty else { return nil }
    plan.configurations = [configuration]
    finish(width, height)
  }

  /// Sides may be odd.
  private static func source(_ format: String, _ width: Int, _ height: Int) -> String {
    "testsrc2=s=512x512,format=gbrp,crop=\(width):\(height):0:0:exact=1,format=\(format)"
  }

  /// One tile, with all of the data.
  private mutating func finish(_ width: Int, _ height: Int) {
    plan.tileSize = ImagePlan.Size(width: width, height: height)
    plan.canvas = plan.tileSize
    var tile = ImagePlan.CodedImage()
    tile.extents = [0..<data.count]
    plan.tiles = [tile]
  }
}

#if canImport(CDe265)
  /// The available decoders and encoders that tests of codecs other than HEVC need.
  enum Available {
    static let hasAV1 = (try? EngineChoice().av1Decoder()) != nil
    /// Two decoders, to compare.
    static let hasBothOfAV1 =
      (try? EngineChoice(.auto, comparedWith: .auto).av1Decoder()) != nil
    static let hasAVC = (try? EngineChoice().avcDecoder()) != nil
    /// libavcodec, as this package opens it.
    static let hasLibAV = DecoderTests.engines.contains(.libav)
  }
#endif

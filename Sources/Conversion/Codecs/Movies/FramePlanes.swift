import FieldCoding
internal import MovieEngineInterface
import WorkerProtocol

/// The samples of a decoded picture, plane by plane: luma, Cb and Cr, or green, blue and red, and opacity.
@safe
struct FramePlanes {
  private let size: (width: Int, height: Int)
  private let starts: [UnsafeRawPointer?]
  private let strides: [Int]
  private let format: FrameFormat
  /// Has the memory of the planes; nil if these are valid as long as this structure is used.
  private let owner: PictureFrame?

  /// - Parameter format: the format of the frame.
  init(_ frame: PictureFrame, _ format: FrameFormat) {
    size = (frame.shape.width, frame.shape.height)
    let (planes, strides) = unsafe (frame.content.planes, frame.content.strides)
    unsafe starts = [planes.0, planes.1, planes.2, planes.3].map { UnsafeRawPointer($0) }
    self.strides = [strides.0, strides.1, strides.2, strides.3].map { Int($0) }
    self.format = format
    owner = frame
  }

  /// - Parameter tile: a frame of libde265, which has no opacity; it is valid as long as these planes are used.
  init(_ tile: DecodedTile, _ format: FrameFormat) {
    size = (tile.width, tile.height)
    unsafe starts = tile.planes.map { unsafe $0.base }
    strides = tile.planes.map(\.stride)
    self.format = format
    owner = nil
  }

  /// The bytes of a row, and the number of rows; 0 for a plane that does not exist.
  private func size(of plane: Int) -> (bytes: Int, rows: Int) {
    let isThere = plane == 0 || (plane < 3 ? format.hasColours : format.hasAlpha)
    guard isThere else { return (0, 0) }
    let (width, height) =
      plane == 1 || plane == 2 ? (format.chromaWidth, format.chromaHeight) : (1, 1)
    return (
      (size.width + width - 1) / width * format.bytesPerSample,
      (size.height + height - 1) / height
    )
  }

  /// Calls `body` with a row of a plane that exists.
  private func withRow<Result>(
    _ row: Int, of plane: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let (count, rows) = size(of: plane)
    precondition(row >= 0 && row < rows)
    // The plane has these numbers of rows and of samples.
    return withExtendedLifetime(owner) {
      unsafe body(
        UnsafeRawBufferPointer(
          start: starts[plane]?.advanced(by: row * strides[plane]), count: count))
    }
  }

  /// Whether the frame is opaque everywhere.
  var isOpaque: Bool {
    let top = (1 << Int(format.bitDepth)) - 1
    return (0..<size(of: 3).rows).allSatisfy { row in
      unsafe withRow(row, of: 3) { bytes in
        guard format.bytesPerSample == 2 else { return unsafe bytes.allSatisfy { $0 == top } }
        return unsafe bytes.withMemoryRebound(to: UInt16.self) { samples in
          unsafe samples.allSatisfy { Int(UInt16(littleEndian: $0)) == top }
        }
      }
    }
  }

  /// Writes the planes, with whole chroma samples at the right and at the bottom.
  func write(_ header: MovieFrameHeader, to writer: CodecFileWriter) throws(CodecError) {
    var pending: [UInt8] = []
    for plane in 0..<4 where plane < 3 || header.format.hasAlpha {
      let (count, rows) = size(of: plane)
      let isChroma = plane == 1 || plane == 2
      let missing = isChroma ? 0 : header.storedWidth - size.width
      for row in 0..<(isChroma || rows == 0 ? rows : header.storedHeight) {
        unsafe withRow(min(row, rows - 1), of: plane) { bytes in
          unsafe pending.append(contentsOf: bytes)
          for _ in 0..<missing {
            pending.append(contentsOf: pending.suffix(format.bytesPerSample))
          }
        }
        if pending.count + count > 1 << 20 {
          try writer.append(pending)
          pending.removeAll(keepingCapacity: true)
        }
      }
    }
    try writer.append(pending)
  }
}

extension FrameFormat {
  /// The format of a frame of libde265.
  init(_ tile: DecodedTile) {
    self.init()
    hasColours = tile.chroma != .monochrome
    (chromaWidth, chromaHeight) = tile.chroma.subsampling
    bitDepth = UInt8(clamping: tile.bitDepth)
  }

  /// The format with FFmpeg's name `yuv420p10le`; nil if its samples are not planar, or of another kind.
  init?(pixelFormat name: String) {
    self.init()
    var rest = name[...]
    func skip(_ prefix: String) -> Bool {
      guard rest.hasPrefix(prefix) else { return false }
      rest.removeFirst(prefix.count)
      return true
    }
    if skip("gray") {
      hasColours = false
    } else if skip("gbrap") {
      (isRGB, hasAlpha) = (true, true)
    } else if skip("gbrp") {
      isRGB = true
    } else if skip("yuv") {
      if !skip("j") { hasAlpha = skip("a") }
      if skip("420p") {
        (chromaWidth, chromaHeight) = (2, 2)
      } else if skip("422p") {
        chromaWidth = 2
      } else if !skip("444p") {
        return nil
      }
    } else {
      return nil
    }
    if rest.isEmpty { return }
    guard rest.hasSuffix("le"), let bits = UInt8(rest.dropLast(2)), (9...16).contains(bits) else {
      return nil
    }
    bitDepth = bits
  }

  /// The planar format that loses the least of another one.
  static func nearest(to name: String) -> String {
    switch name {
    case "nv12", "nv21": "yuv420p"
    case "p010le": "yuv420p10le"
    case "yuyv422", "uyvy422", "yvyu422", "nv16": "yuv422p"
    case "nv20le", "y210le", "p210le": "yuv422p10le"
    case "yuv410p", "yuv411p", "yuv440p", "yuvj411p", "yuvj440p", "uyyvyy411": "yuv444p"
    case "argb", "rgba", "abgr", "bgra", "ya8", "pal8": "gbrap"
    case "rgba64le", "rgba64be", "bgra64le", "bgra64be", "ya16le", "ya16be": "gbrap16le"
    case "rgb48le", "rgb48be", "bgr48le", "bgr48be": "gbrp16le"
    case "gray16be": "gray16le"
    default: "gbrp"
    }
  }
}

/// A frame in memory of the engine. Its creator may fill it; after that, it does not change.
@safe
final class PictureFrame: @unchecked Sendable {
  private let engine: boxwalk_movie_engine
  let handle: OpaquePointer
  let shape: VideoFrameShape
  /// Bits of a sample of luma.
  let bitDepth: Int
  /// Its luma plane and its two chroma planes; nil if it has other planes.
  let planes: PicturePlanes?
  /// Its samples, and their properties as the engine states them.
  let content: boxwalk_movie_picture
  /// The number of the sample that it was decoded from.
  let sample: Int
  /// Whether the decoder concealed an error.
  let isDamaged: Bool
  /// Whether it consists of two fields of different moments.
  let isInterlaced: Bool

  /// - Parameter handle: is owned by this object.
  init(_ engine: boxwalk_movie_engine, _ handle: OpaquePointer, _ picture: boxwalk_movie_picture) {
    self.engine = engine
    unsafe self.handle = handle
    unsafe content = picture
    shape = VideoFrameShape(picture)
    bitDepth = unsafe Int(picture.depth)
    planes = PicturePlanes(picture)
    sample = unsafe Int(clamping: picture.time)
    isDamaged = unsafe picture.is_damaged != 0
    isInterlaced = unsafe picture.is_interlaced != 0
  }

  /// Memory for a frame of a shape.
  convenience init(_ engine: MovieCodecModule, _ shape: VideoFrameShape) throws(CodecError) {
    let functions = engine.functions
    var picture = unsafe boxwalk_movie_picture()
    let made: OpaquePointer? = shape.with { shape in
      // Both outlive the call.
      unsafe withUnsafePointer(to: shape) { shape in unsafe functions.frame_new(shape, &picture) }
    }
    guard let made = unsafe made else { throw CodecError("there is no memory for a frame") }
    unsafe self.init(functions, made, picture)
  }

  // Only this object has the pointer.
  deinit { unsafe engine.frame_free(handle) }
}

extension PicturePlanes {
  /// The planes of a frame of the engine; nil if it has fewer.
  @safe
  init?(_ picture: boxwalk_movie_picture) {
    let (planes, strides) = unsafe (picture.planes, picture.strides)
    unsafe self.init(
      [
        UnsafeMutableRawPointer(planes.0), UnsafeMutableRawPointer(planes.1),
        UnsafeMutableRawPointer(planes.2),
      ],
      strides: [strides.0, strides.1, strides.2])
  }
}

public import FieldCoding

#if canImport(CTurboJPEG) && canImport(CDe265)
  internal import CTurboJPEG
#endif

/// A JPEG file to write.
public struct JPEGFile: Sendable {
  public var quality = 90
  /// Payloads of APP1 segments, in order.
  public var app1: [Bytes] = []
  public var iccProfile = Bytes()

  /// A segment has at most 65,535 bytes, of which two are its length.
  static let segmentLimit = 65_533
  /// A profile has at most 255 chunks, each with a header of 14 bytes (ICC.1 §B.4).
  static let profileLimit = 255 * (segmentLimit - 14)

  public init() {}

  enum Pixels {
    /// 8 bit, full range, the matrix of JPEG.
    case planes(PlanarImage)
    /// With the chroma subsampling that the file gets.
    case rgb(RGBImage, ChromaFormat)
  }

  /// Writes the file to an open descriptor, and returns its size.
  func write(_ pixels: Pixels, to descriptor: Int32) throws(CodecError) -> Int {
    if let tooLong = app1.first(where: { $0.count > JPEGFile.segmentLimit }) {
      throw CodecError("metadata of \(tooLong.count) bytes does not fit into a JPEG segment")
    }
    guard iccProfile.count <= JPEGFile.profileLimit else {
      throw CodecError("an ICC profile of \(iccProfile.count) bytes does not fit into a JPEG file")
    }
    #if canImport(CTurboJPEG) && canImport(CDe265)
      return try encode(pixels, to: descriptor)
    #else
      throw CodecError("this build has no JPEG encoder; build it with the trait Codecs")
    #endif
  }
}

#if canImport(CTurboJPEG) && canImport(CDe265)
  extension JPEGFile {
    private func encode(_ pixels: Pixels, to descriptor: Int32) throws(CodecError) -> Int {
      var picture = unsafe boxwalk_jpeg_picture()
      unsafe picture.quality = Int32(quality)
      // Readers of Exif look for it first; without it, JFIF says what the samples are.
      let hasExif = app1.contains { $0.starts(with: Array("Exif\0\0".utf8)) }
      unsafe picture.writes_jfif = hasExif ? 0 : 1
      var message = [CChar](repeating: 0, count: 200)
      var segmentBytes = app1.map(Array.init)
      let icc = Array(iccProfile)
      let written = unsafe withSegments(&segmentBytes) { segments in
        unsafe picture.segments = segments.baseAddress
        unsafe picture.segment_count = segments.count
        return unsafe icc.withUnsafeBufferPointer { icc in
          unsafe picture.icc = icc.baseAddress
          unsafe picture.icc_count = icc.count
          switch pixels {
          case .planes(let image):
            unsafe describe(image, &picture)
            // The image, and so its planes, lives until the end of the call.
            return withExtendedLifetime(image) {
              unsafe boxwalk_jpeg_write(descriptor, &picture, &message)
            }
          case .rgb(let image, let chroma):
            unsafe picture.width = Int32(image.width)
            unsafe picture.height = Int32(image.height)
            unsafe picture.components = 3
            let (horizontal, vertical) = chroma.subsampling
            unsafe picture.planes.0.horizontal = Int32(horizontal)
            unsafe picture.planes.0.vertical = Int32(vertical)
            unsafe picture.rgb_stride = image.width * 3
            return unsafe image.samples.withUnsafeBufferPointer { samples in
              unsafe picture.rgb = samples.baseAddress
              return unsafe boxwalk_jpeg_write(descriptor, &picture, &message)
            }
          }
        }
      }
      guard written >= 0 else {
        let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        throw CodecError(
          "the JPEG file cannot be written: \(String(decoding: text, as: UTF8.self))")
      }
      return Int(written)
    }

    /// Points `picture` at the planes of `image`.
    private func describe(_ image: PlanarImage, _ picture: inout boxwalk_jpeg_picture) {
      unsafe picture.width = Int32(image.width)
      unsafe picture.height = Int32(image.height)
      unsafe picture.components = Int32(image.planes.count)
      let (horizontal, vertical) = image.chroma.subsampling
      func plane(_ index: Int) -> boxwalk_jpeg_plane {
        let plane = image.planes[index]
        return unsafe boxwalk_jpeg_plane(
          bytes: UnsafePointer(plane.memory.baseAddress?.assumingMemoryBound(to: UInt8.self)),
          stride: plane.stride, width: Int32(plane.width), height: Int32(plane.height),
          horizontal: index == 0 ? Int32(horizontal) : 1,
          vertical: index == 0 ? Int32(vertical) : 1)
      }
      unsafe picture.planes.0 = unsafe plane(0)
      if image.planes.count == 3 {
        unsafe picture.planes.1 = unsafe plane(1)
        unsafe picture.planes.2 = unsafe plane(2)
      }
    }

    /// Calls `body` with the segments; all pointers are good during the call.
    private func withSegments<Result>(
      _ bytes: inout [[UInt8]],
      _ body: (UnsafeBufferPointer<boxwalk_jpeg_segment>) -> Result
    ) -> Result {
      // One buffer for all payloads, so that one pointer serves.
      let joined = bytes.flatMap { $0 }
      return unsafe joined.withUnsafeBufferPointer { all in
        var segments: [boxwalk_jpeg_segment] = unsafe []
        var start = 0
        for payload in bytes {
          unsafe segments.append(
            boxwalk_jpeg_segment(
              marker: 0xE1, bytes: all.baseAddress.map { unsafe $0 + start }, count: payload.count))
          start += payload.count
        }
        return unsafe segments.withUnsafeBufferPointer { unsafe body($0) }
      }
    }
  }
#endif

public import FieldCoding

#if canImport(CTurboJPEG) && canImport(CDe265)
  internal import CTurboJPEG
#endif

/// A JPEG file to write.
public struct JPEGFile: Sendable {
  public var quality = 90
  /// Payloads of APP1 segments, in order.
  public var app1: [Bytes] = []
  /// Payloads of APP2 segments that come before the profile.
  var app2: [Bytes] = []
  public var iccProfile = Bytes()
  /// A JPEG file that follows the image, and is a part of the whole.
  var gainMap: [UInt8] = []

  /// A segment has at most 65,535 bytes, including the two bytes of its length.
  static let segmentLimit = 65_533
  /// A profile has at most 255 chunks, each with a header of 14 bytes (ICC.1 §B.4).
  static let profileLimit = 255 * (segmentLimit - 14)

  /// Whether there are no segments of applications, as in a thumbnail.
  var isBare = false

  public init() {}

  enum Pixels {
    /// 8 bit, full range, the matrix of JPEG.
    case planes(PlanarImage)
    /// An image of red, green and blue, with the chroma subsampling that the file gets.
    case rgb(RGBImage, ChromaSampling)
  }

  /// The bytes before the frame: SOI, JFIF unless there is Exif, metadata, profile.
  ///
  /// - Parameter pictureSize: the size from SOI to EOI, without the gain map. The result has the same length for all
  ///   sizes.
  func start(pictureSize: Int) throws(CodecError) -> [UInt8] {
    if let tooLong = (app1 + app2).first(where: { $0.count > JPEGFile.segmentLimit }) {
      throw CodecError(
        "metadata of \(counted(tooLong.count, "byte")) does not fit into a JPEG segment")
    }
    guard iccProfile.count <= JPEGFile.profileLimit else {
      throw CodecError(
        "an ICC profile of \(counted(iccProfile.count, "byte")) does not fit into a JPEG file")
    }
    var bytes: [UInt8] = [0xFF, 0xD8]
    func segment(_ marker: UInt8, _ payload: some Collection<UInt8>) {
      let length = payload.count + 2
      bytes += [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)]
      bytes += payload
    }
    // Readers of Exif expect it first; without it, JFIF states the meaning of the samples.
    if !isBare, !app1.contains(where: { $0.starts(with: Array("Exif\0\0".utf8)) }) {
      segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
    }
    for payload in app1 { segment(0xE1, payload) }
    for payload in app2 { segment(0xE2, payload) }
    if !gainMap.isEmpty {
      segment(
        0xE2,
        try MultiPictureIndex.payload(
          at: bytes.count + 4, sizes: [pictureSize, gainMap.count]))
    }
    let chunk = JPEGFile.segmentLimit - 14
    let chunks = (iccProfile.count + chunk - 1) / chunk
    for index in 0..<chunks {
      let part = iccProfile.dropFirst(index * chunk).prefix(chunk)
      segment(0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(chunks)] + part)
    }
    return bytes
  }
}

#if canImport(CTurboJPEG) && canImport(CDe265)
  extension JPEGFile {
    /// A JPEG file of `pixels`, without any metadata.
    ///
    /// - Parameter restartInterval: MCUs between restart markers; 0 for none.
    func encoded(_ pixels: Pixels, restartInterval: Int) throws(CodecError) -> [UInt8] {
      var picture = unsafe boxwalk_jpeg_picture()
      unsafe picture.quality = Int32(quality)
      unsafe picture.restart_interval = Int32(restartInterval)
      var message = [CChar](repeating: 0, count: 200)
      var bytes: UnsafeMutablePointer<UInt8>?
      var count = 0
      let result: Int32
      switch pixels {
      case .planes(let image):
        unsafe describe(image, &picture)
        // The image, and so its planes, lives until the end of the call.
        result = withExtendedLifetime(image) {
          unsafe boxwalk_jpeg_encode(&picture, &bytes, &count, &message)
        }
      case .rgb(let image, let chroma):
        unsafe picture.width = Int32(image.width)
        unsafe picture.height = Int32(image.height)
        unsafe picture.components = 3
        let (horizontal, vertical) = chroma.subsampling
        unsafe picture.planes.0.horizontal = Int32(horizontal)
        unsafe picture.planes.0.vertical = Int32(vertical)
        unsafe picture.rgb_stride = image.width * 3
        result = unsafe image.samples.withUnsafeBufferPointer { samples in
          unsafe picture.rgb = samples.baseAddress
          return unsafe boxwalk_jpeg_encode(&picture, &bytes, &count, &message)
        }
      }
      guard result == 0 else {
        let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        throw CodecError(
          "the JPEG file cannot be made: \(String(decoding: text, as: UTF8.self))")
      }
      // The output of libjpeg is copied, and freed.
      defer { unsafe boxwalk_jpeg_free(bytes) }
      return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
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
  }
#else
  extension JPEGFile {
    func encoded(_ pixels: Pixels, restartInterval: Int) throws(CodecError) -> [UInt8] {
      throw CodecError("this build has no JPEG encoder; build it with the trait Codecs")
    }
  }
#endif

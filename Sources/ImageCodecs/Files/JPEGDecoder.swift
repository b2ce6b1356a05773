#if canImport(CTurboJPEG) && canImport(CDe265)
  internal import CTurboJPEG
  import HEIF

  /// libjpeg-turbo, which gets whole JPEG files: it returns the planes as they are coded.
  ///
  /// Chroma with a subsampling that is not supported is interpolated, and red, green and blue are converted to luma and
  /// chroma of the same resolution. Damaged data is an error.
  struct JPEGDecoder: TileDecoder, ~Copyable {
    static let name = "libjpeg-turbo"

    /// The common start of all images, if they are items of a HEIF file.
    private let prefix: [UInt8]
    private let size: ImagePlan.Size
    private let budget: Int

    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
    ) throws(CodecError) {
      prefix = configuration.parameterSets.flatMap { $0 }
      self.size = size
      self.budget = budget
    }

    mutating func decode(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) {
      let file = try LibJPEGFile(prefix + data)
      try file.check(size, budget: budget)
      let image = try file.decoded()
      // The planes stay during the call.
      try withExtendedLifetime(image) { () throws(CodecError) in try body(DecodedTile(image)) }
    }

    /// Decodes all of a file, and keeps nothing.
    static func check(_ data: [UInt8], budget: Int) throws(CodecError) {
      try LibJPEGFile(data).check(budget: budget)
    }
  }

  /// The owner of a JPEG file that libjpeg reads.
  @safe
  private final class LibJPEGFile {
    /// The input of libjpeg, which is freed after it.
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let handle: OpaquePointer
    private let info: boxwalk_jpeg_info

    init(_ data: [UInt8]) throws(CodecError) {
      unsafe bytes = UnsafeMutableBufferPointer.allocate(capacity: data.count)
      _ = unsafe bytes.initialize(from: data)
      var info = boxwalk_jpeg_info()
      var message = [CChar](repeating: 0, count: 200)
      // The bytes exist as long as the handle.
      guard
        let handle = unsafe boxwalk_jpeg_open(bytes.baseAddress, bytes.count, &info, &message)
      else {
        unsafe bytes.deallocate()
        throw CodecError(CodecError.text(message))
      }
      unsafe self.handle = handle
      self.info = info
    }

    deinit {
      unsafe boxwalk_jpeg_close(handle)
      unsafe bytes.deallocate()
    }

    private var chroma: ChromaSampling {
      switch (info.components, info.horizontal, info.vertical) {
      case (1, _, _): .monochrome
      case (_, 2, 2): .yuv420
      case (_, 2, _): .yuv422
      case (_, _, 2): .yuv440
      default: .yuv444
      }
    }

    func check(_ size: ImagePlan.Size, budget: Int) throws(CodecError) {
      switch info.components {
      case 1, 3: break
      case 4:
        throw CodecError(
          "it is a JPEG of four inks (CMYK), whose colours only a printing press defines")
      default: throw CodecError("its colours are of an unknown kind")
      }
      let (width, height) = (Int(info.width), Int(info.height))
      guard width == size.width, height == size.height else {
        throw CodecError(
          "is \(width) × \(height), but should be \(size.width) × \(size.height)")
      }
      try check(
        need: PlanarImage.byteCount(width: width, height: height, chroma: chroma, bitDepth: 8),
        budget)
    }

    private func check(need: Int, _ budget: Int) throws(CodecError) {
      let need = need + Int(clamping: info.memory)
      if let excess = CodecError.excess(need, over: budget) { throw excess }
    }

    /// Checks a picture of any colours.
    func check(budget: Int) throws(CodecError) {
      try check(need: 0, budget)
      var message = [CChar](repeating: 0, count: 200)
      // The array has the size that is stated.
      guard unsafe boxwalk_jpeg_check(handle, &message) == 0 else {
        throw CodecError(CodecError.text(message))
      }
    }

    func decoded() throws(CodecError) -> PlanarImage {
      let image = PlanarImage(
        width: Int(info.width), height: Int(info.height), chroma: chroma, bitDepth: 8)
      let targets = unsafe image.planes.map { plane in
        unsafe boxwalk_jpeg_target(
          bytes: plane.memory.baseAddress?.assumingMemoryBound(to: UInt8.self),
          stride: plane.stride, width: Int32(plane.width), height: Int32(plane.height))
      }
      var message = [CChar](repeating: 0, count: 200)
      // There is a target for each plane of the file, with the size of that plane.
      guard unsafe boxwalk_jpeg_read(handle, targets, &message) == 0 else {
        throw CodecError("the picture is damaged: \(CodecError.text(message))")
      }
      return image
    }
  }
#endif

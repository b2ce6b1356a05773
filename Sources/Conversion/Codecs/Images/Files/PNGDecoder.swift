#if canImport(CPNG) && canImport(CDe265)
  internal import CPNG
  import FieldCoding
  import HEIF

  /// libpng, for whole PNG files: green, blue and red, or grey; or only the alpha.
  struct PNGDecoder: TileDecoder, ~Copyable {
    static let name = "libpng"

    private let size: ImagePlan.Size
    private let budget: Int
    private let takesAlpha: Bool

    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
    ) throws(CodecError) {
      self.size = size
      self.budget = budget
      takesAlpha = configuration.isAlpha
    }

    mutating func decode(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) {
      let file = try LibPNGFile(data)
      let image = try file.decoded(size, takesAlpha: takesAlpha, budget: budget)
      // The planes stay during the call.
      try withExtendedLifetime(image) { () throws(CodecError) in try body(DecodedTile(image)) }
    }

    /// Decodes all of a file, and keeps nothing.
    static func check(_ data: [UInt8], budget: Int) throws(CodecError) {
      try LibPNGFile(data).check(budget: budget)
    }

    /// The colour profile of a file.
    static func profile(_ data: [UInt8]) throws(CodecError) -> Bytes {
      try LibPNGFile(data).profile
    }
  }

  /// The rows of a PNG image, from its top, whose data is whole. The others are grey, or opaque.
  struct TruncatedPNGImage: TileDecoder, ~Copyable {
    static let name = "libpng"

    private let size: ImagePlan.Size
    private let budget: Int
    private let takesAlpha: Bool

    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
    ) throws(CodecError) {
      self.size = size
      self.budget = budget
      takesAlpha = configuration.isAlpha
    }

    mutating func decode(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) {
      let file = try LibPNGFile(data)
      let image = try file.intactPart(size, takesAlpha: takesAlpha, budget: budget)
      let lost = size.height - file.rowCount
      guard lost < size.height else { throw CodecError("nothing of the image is left") }
      let top = UInt16(truncatingIfNeeded: 1 << image.bitDepth - 1)
      for plane in image.planes {
        for y in file.rowCount..<size.height {
          for x in 0..<plane.width { plane.set(takesAlpha ? top : top / 2 + 1, x, y) }
        }
      }
      try withExtendedLifetime(image) { () throws(CodecError) in
        var tile = DecodedTile(image)
        tile.lostShare = Double(lost) / Double(size.height)
        if lost == 0 {
          tile.flaw = "the end of its data is missing, or damaged, but no sample is lost"
        }
        try body(tile)
      }
    }
  }

  /// The owner of a PNG file that libpng reads.
  @safe
  private final class LibPNGFile {
    /// The input of libpng, which is freed after it.
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let handle: OpaquePointer
    private let info: boxwalk_png_info

    init(_ data: [UInt8]) throws(CodecError) {
      unsafe bytes = UnsafeMutableBufferPointer.allocate(capacity: data.count)
      _ = unsafe bytes.initialize(from: data)
      var info = unsafe boxwalk_png_info()
      var message = [CChar](repeating: 0, count: 200)
      // The bytes exist as long as the handle.
      guard
        let handle = unsafe boxwalk_png_open(bytes.baseAddress, bytes.count, &info, &message)
      else {
        unsafe bytes.deallocate()
        throw CodecError("the PNG file is damaged: \(CodecError.text(message))")
      }
      unsafe self.handle = handle
      unsafe self.info = info
    }

    deinit {
      unsafe boxwalk_png_close(handle)
      unsafe bytes.deallocate()
    }

    var profile: Bytes {
      // libpng keeps the profile as long as the handle, and it is copied here.
      unsafe Bytes(Array(UnsafeBufferPointer(start: info.icc, count: info.icc_count)))
    }

    func check(budget: Int) throws(CodecError) {
      let need = unsafe Int(info.width) * 4 * Int(info.bit_depth / 8)
      if let excess = CodecError.excess(need, over: budget) { throw excess }
      var message = [CChar](repeating: 0, count: 200)
      // Nothing is written, because there are no planes.
      guard unsafe boxwalk_png_read(handle, nil, 0, &message) == 0 else {
        throw CodecError(CodecError.text(message))
      }
    }

    /// The rows that are decoded.
    var rowCount: Int { unsafe Int(boxwalk_png_rows(handle)) }

    func decoded(
      _ size: ImagePlan.Size, takesAlpha: Bool, budget: Int
    ) throws(CodecError) -> PlanarImage {
      let (image, problem) = try read(size, takesAlpha: takesAlpha, budget: budget)
      if let problem { throw CodecError("the PNG file is damaged: \(problem)") }
      return image
    }

    /// The image with as many rows as can be decoded.
    func intactPart(
      _ size: ImagePlan.Size, takesAlpha: Bool, budget: Int
    ) throws(CodecError) -> PlanarImage {
      try read(size, takesAlpha: takesAlpha, budget: budget).image
    }

    private func read(
      _ size: ImagePlan.Size, takesAlpha: Bool, budget: Int
    ) throws(CodecError) -> (image: PlanarImage, problem: String?) {
      let info = unsafe self.info
      let (width, height) = (unsafe Int(info.width), unsafe Int(info.height))
      guard width == size.width, height == size.height else {
        throw CodecError(
          "is \(width) × \(height), but should be \(size.width) × \(size.height)")
      }
      let hasAlpha = unsafe info.has_alpha != 0
      guard !takesAlpha || hasAlpha else { throw CodecError("the PNG file has no alpha") }
      let isGray = unsafe info.is_gray != 0 || takesAlpha
      let chroma: ChromaSampling = isGray ? .monochrome : .yuv444
      let bitDepth = unsafe Int(info.bit_depth)
      // Interlaced pictures are held as a whole before they are taken apart.
      let rows = unsafe info.is_interlaced != 0 ? height : 1
      let need =
        PlanarImage.byteCount(width: width, height: height, chroma: chroma, bitDepth: bitDepth)
        + rows * width * 4 * (bitDepth / 8)
      if let excess = CodecError.excess(need, over: budget) { throw excess }
      let image = PlanarImage(width: width, height: height, chroma: chroma, bitDepth: bitDepth)
      let planes = unsafe image.planes.map { plane in
        unsafe boxwalk_png_plane(
          bytes: plane.memory.baseAddress?.assumingMemoryBound(to: UInt8.self),
          stride: plane.stride)
      }
      var message = [CChar](repeating: 0, count: 200)
      // There are as many planes as are asked for, as large as the file has them.
      let result = unsafe boxwalk_png_read(handle, planes, takesAlpha ? 1 : 0, &message)
      return (image, result == 0 ? nil : CodecError.text(message))
    }
  }
#endif

#if canImport(CDe265)
  internal import CLoaded
  import FieldCoding
  import HEIF
  import Synchronization
  import WorkerProtocol

  /// Writes a HEIC or AVIF file from bands in any order: they are copied to the memory of libheif, which encodes them
  /// when they are complete.
  @safe
  final class HEIFPictureWriter: Sendable {
    private let file: HEIFPictureFile
    private let library: LibHEIFLibrary
    private let width: Int
    private let height: Int
    private let hasAlpha: Bool
    private let budget: Int
    /// The canvas, which is made with the first band, because its format is known then.
    private let canvas = Mutex<Canvas?>(nil)

    /// An image of libheif, with its planes as `PlanarImage` planes.
    @safe
    private final class Canvas: @unchecked Sendable {
      var picture: boxwalk_heif_picture
      let colour: PlanarImage
      let alpha: PlanarImage?
      /// The meaning of the samples.
      let points: CodingIndependentCodePoints
      /// Rows that were written, of colours and of alpha.
      let rows = Mutex((colour: 0, alpha: 0))

      init(
        _ library: LibHEIFLibrary, width: Int, height: Int, like band: PlanarImage,
        _ points: CodingIndependentCodePoints, hasAlpha: Bool
      ) throws(CodecError) {
        unsafe picture = boxwalk_heif_picture()
        self.points = points
        unsafe picture.width = Int32(width)
        unsafe picture.height = Int32(height)
        unsafe picture.chroma = band.chroma == .monochrome ? 0 : 1
        unsafe picture.bit_depth = Int32(band.bitDepth)
        var message = [CChar](repeating: 0, count: Int(BOXWALK_LIBRARY_MESSAGE))
        // The array has the size that is stated; the library stays open.
        guard
          unsafe boxwalk_heif_picture_new(library.handle, &picture, hasAlpha ? 1 : 0, &message)
            == 0
        else { throw CodecError("libheif makes no image: \(CodecError.text(message))", .output) }
        let planes = unsafe [picture.planes.0, picture.planes.1, picture.planes.2]
        colour = unsafe PlanarImage(
          width, height, band.chroma, band.bitDepth, unsafe Array(planes.prefix(band.planes.count)))
        alpha =
          hasAlpha
          ? unsafe PlanarImage(width, height, .monochrome, band.bitDepth, unsafe [picture.planes.3])
          : nil
      }

      deinit { unsafe boxwalk_heif_picture_free(&picture) }
    }

    /// - Parameter budget: the bytes that the planes may take.
    init(
      _ file: HEIFPictureFile, width: Int, height: Int, hasAlpha: Bool, budget: Int
    ) throws(CodecError) {
      library = try LibHEIFLibrary.usual.get()
      let codec = file.codec.ofLibrary
      guard library.encodes(codec) else {
        throw CodecError("\(library.path) has no encoder for \(codec.title)", .output)
      }
      self.file = file
      self.width = width
      self.height = height
      self.hasAlpha = hasAlpha
      self.budget = budget
    }

    /// Adds a band. All bands have the same chroma format, depth and meaning.
    func write(
      _ image: PlanarImage, at row: Int, _ points: CodingIndependentCodePoints
    ) throws(CodecError) {
      let canvas = try canvas.withLock { (canvas) throws(CodecError) -> Canvas in
        if let canvas { return canvas }
        if file.codec == .av1, image.bitDepth > 8, !library.hasDeepAV1 {
          throw CodecError(
            "libheif \(library.version) cannot write AVIF files of more than 8 bits; libheif 1.16 and"
              + " later can", .depth)
        }
        let need =
          PlanarImage.byteCount(
            width: width, height: height, chroma: image.chroma, bitDepth: image.bitDepth)
        if let excess = CodecError.excess(need, over: budget) { throw excess }
        let made = try Canvas(
          library, width: width, height: height, like: image, points, hasAlpha: hasAlpha)
        canvas = made
        return made
      }
      guard image.chroma == canvas.colour.chroma, image.bitDepth == canvas.colour.bitDepth else {
        throw CodecError("the image has parts of different formats")
      }
      canvas.colour.take(image, at: row)
      canvas.rows.withLock { $0.colour += image.height }
    }

    /// Adds a band of the alpha, after all bands of the colours.
    func write(alpha: PlanarImage, at row: Int) throws(CodecError) {
      guard let canvas = canvas.withLock({ $0 }), let target = canvas.alpha else {
        throw CodecError("the image has no alpha")
      }
      target.take(alpha, at: row)
      canvas.rows.withLock { $0.alpha += alpha.height }
    }

    /// Bits of the samples of the image, which has begun.
    var bitDepth: Int? { canvas.withLock { $0?.colour.bitDepth } }

    /// Encodes the image, and writes the file.
    ///
    /// - Parameter siting: of chroma, as far as the file can state it.
    func finish(
      to descriptor: Int32, threads: Int, _ siting: ChromaSiting
    ) throws(CodecError) {
      guard let canvas = canvas.withLock({ $0 }),
        canvas.rows.withLock({ $0 == (height, hasAlpha ? height : 0) })
      else { throw CodecError("the image is not complete") }
      var settings = unsafe boxwalk_heif_settings()
      unsafe settings.coding = file.codec.ofLibrary.number
      unsafe settings.quality = Int32(file.quality)
      unsafe settings.threads = Int32(threads)
      unsafe settings.is_premultiplied = hasAlpha && file.isPremultiplied ? 1 : 0
      unsafe settings.has_centred_chroma = siting == .centre ? 1 : 0
      let points = canvas.points.withMeaning
      unsafe settings.cicp = (
        points.colourPrimaries, points.transferCharacteristics, points.matrixCoefficients,
        points.isFullRange ? 1 : 0
      )
      var message = [CChar](repeating: 0, count: Int(BOXWALK_LIBRARY_MESSAGE))
      // libheif copies its arguments; the pointers are valid during the call.
      let written: Int64 =
        unsafe file.exif.withContiguousStorageIfAvailable { exif in
          unsafe file.xmp.withContiguousStorageIfAvailable { xmp in
            unsafe file.iccProfile.withContiguousStorageIfAvailable { icc in
              unsafe settings.exif = exif.baseAddress
              unsafe settings.exif_count = exif.count
              unsafe settings.xmp = xmp.baseAddress
              unsafe settings.xmp_count = xmp.count
              unsafe settings.icc = icc.baseAddress
              unsafe settings.icc_count = icc.count
              return unsafe boxwalk_heif_write(&canvas.picture, &settings, descriptor, &message)
            } ?? -1
          } ?? -1
        } ?? -1
      if written < -1 {
        throw CodecError(
          "the file cannot be written: \(systemErrorText(Int32(-1 - written)))", .output)
      }
      guard written >= 0 else {
        let reason = CodecError.text(message)
        // The encoder does not say which sizes are valid.
        throw CodecError(
          reason.contains("Invalid image size")
            ? "the encoder that libheif has cannot code an image of this size and shape; another --format can"
            : "libheif cannot write the file: \(reason)", .output)
      }
    }
  }

  extension HEIFPictureFile.Codec {
    fileprivate var ofLibrary: LibHEIFLibrary.Codec {
      switch self {
      case .hevc: .hevc
      case .av1: .av1
      }
    }
  }

  extension PlanarImage {
    /// An image in the memory of libheif.
    fileprivate convenience init(
      _ width: Int, _ height: Int, _ chroma: ChromaSampling, _ bitDepth: Int,
      _ planes: [boxwalk_heif_plane]
    ) {
      var tile = DecodedTile(width: width, height: height, chroma: chroma, bitDepth: bitDepth)
      for index in unsafe planes.indices {
        let plane = unsafe planes[index]
        guard let base = unsafe plane.bytes else { continue }
        tile.planes.append(
          unsafe DecodedTile.Plane(
            base: UnsafeRawPointer(base), stride: plane.stride, width: Int(plane.width),
            height: Int(plane.height)))
      }
      self.init(borrowing: tile)
    }
  }
#endif

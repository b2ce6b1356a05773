#if canImport(CTurboJPEG) && canImport(CDe265)
  internal import CTurboJPEG
  import FieldCoding
  import HEIF
  import Metadata

  /// libjpeg-turbo, which gets whole JPEG files: it returns the planes as they are coded.
  ///
  /// Chroma with a subsampling that is not supported is interpolated, and red, green and blue are converted to luma and
  /// chroma of the same resolution. Four inks become green, blue and red. Damaged data is an error.
  struct JPEGDecoder: TileDecoder, ~Copyable {
    static let name = "libjpeg-turbo"

    private let input: JPEGInput

    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
    ) throws(CodecError) {
      input = JPEGInput(configuration, size: size, budget: budget)
    }

    mutating func decode(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) {
      let image = try decoded(input.file(data))
      // The planes stay during the call.
      try withExtendedLifetime(image) { () throws(CodecError) in try body(DecodedTile(image)) }
    }

    /// The image of a file, from which nothing but the marker at its end may be missing.
    private func decoded(_ file: [UInt8]) throws(CodecError) -> PlanarImage {
      do throws(CodecError) { return try input.decoded(file) } catch {
        guard JPEGSegments(Bytes(file)).lacksOnlyItsEnd else { throw error }
        return try input.decoded(file + [0xFF, 0xD9])
      }
    }

    /// Decodes all of a file, and keeps nothing.
    static func check(_ data: [UInt8], budget: Int) throws(CodecError) {
      try LibJPEGFile(data).check(budget: budget)
    }
  }

  /// What is known of the JPEG images of an image before their data.
  struct JPEGInput {
    /// The common start of all images, if they are items of a HEIF file.
    private let prefix: [UInt8]
    private let size: ImagePlan.Size
    private let hasInks: Bool
    private let budget: Int

    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
    ) {
      prefix = configuration.parameterSets.flatMap { $0 }
      hasInks = configuration.hasInks
      self.size = size
      self.budget = budget
    }

    /// The whole file of an image.
    func file(_ data: [UInt8]) -> [UInt8] { prefix + data }

    /// A file whose image is as expected, of luma and chroma.
    func opened(_ data: [UInt8]) throws(CodecError) -> LibJPEGFile {
      let file = try LibJPEGFile(data)
      try file.check(size, hasInks: false, budget: budget)
      return file
    }

    /// The image of a whole file.
    func decoded(_ data: [UInt8]) throws(CodecError) -> PlanarImage {
      guard hasInks else { return try opened(data).decoded() }
      let file = try LibJPEGFile(data)
      try file.check(size, hasInks: true, budget: budget)
      let colours = try InkColours(JPEGSegments(Bytes(data)).inkProfile)
      return colours.picture(try file.inks(), width: size.width, height: size.height)
    }
  }

  /// The owner of a JPEG file that libjpeg reads.
  @safe
  final class LibJPEGFile {
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

    /// - Parameter hasInks: whether it must be an image of four inks (CMYK), or must not.
    func check(_ size: ImagePlan.Size, hasInks: Bool, budget: Int) throws(CodecError) {
      switch info.components {
      case 4 where hasInks, 1 where !hasInks, 3 where !hasInks: break
      case 4: throw CodecError("it is a JPEG of four inks (CMYK), which is not expected here")
      case 1, 3: throw CodecError("it is not a JPEG of four inks (CMYK), which is expected here")
      default: throw CodecError("its colours are of an unknown kind")
      }
      let (width, height) = (Int(info.width), Int(info.height))
      guard width == size.width, height == size.height else {
        throw CodecError(
          "is \(width) × \(height), but should be \(size.width) × \(size.height)")
      }
      let need = PlanarImage.byteCount(width: width, height: height, chroma: chroma, bitDepth: 8)
      try check(need: need + (hasInks ? width * height * 4 : 0), budget)
    }

    private func check(need: Int, _ budget: Int) throws(CodecError) {
      let need = need + Int(clamping: info.memory)
      if let excess = CodecError.excess(need, over: budget) { throw excess }
    }

    /// Checks an image of any colours.
    func check(budget: Int) throws(CodecError) {
      try check(need: 0, budget)
      var message = [CChar](repeating: 0, count: 200)
      // The array has the size that is stated.
      guard unsafe boxwalk_jpeg_check(handle, &message) == 0 else {
        throw CodecError(CodecError.text(message))
      }
    }

    private func newPicture() -> (PlanarImage, [boxwalk_jpeg_target]) {
      let image = PlanarImage(
        width: Int(info.width), height: Int(info.height), chroma: chroma, bitDepth: 8)
      return unsafe (
        image,
        image.planes.map { plane in
          unsafe boxwalk_jpeg_target(
            bytes: plane.memory.baseAddress?.assumingMemoryBound(to: UInt8.self),
            stride: plane.stride, width: Int32(plane.width), height: Int32(plane.height))
        }
      )
    }

    func decoded() throws(CodecError) -> PlanarImage {
      let (image, targets) = unsafe newPicture()
      var message = [CChar](repeating: 0, count: 200)
      // There is a target for each plane of the file, with the size of that plane.
      guard unsafe boxwalk_jpeg_read(handle, targets, &message) == 0 else {
        throw CodecError("the JPEG data is damaged: \(CodecError.text(message))")
      }
      return image
    }

    /// Cyan, magenta, yellow and black of each sample of an image of inks, 0 for none.
    func inks() throws(CodecError) -> [UInt8] {
      let (width, height) = (Int(info.width) * 4, Int(info.height))
      var result = [UInt8](repeating: 0, count: width * height)
      var message = [CChar](repeating: 0, count: 200)
      // The single plane has the size of the array.
      let code = unsafe result.withUnsafeMutableBufferPointer { bytes in
        var target = unsafe boxwalk_jpeg_target(
          bytes: bytes.baseAddress, stride: width, width: Int32(width), height: Int32(height))
        return unsafe boxwalk_jpeg_read(handle, &target, &message)
      }
      guard code == 0 else {
        throw CodecError("the JPEG data is damaged: \(CodecError.text(message))")
      }
      return result
    }

    /// The order in which the data of an image lies.
    struct Layout {
      /// The position after the header of the first scan.
      let dataStart: Int
      /// The number of rows of MCUs, and of MCUs in each (ITU-T T.81 §A.2).
      let rowCount: Int
      let unitsPerRow: Int
      /// The lines of samples in each row.
      let linesPerRow: Int
      /// The number of MCUs between restart markers; 0 if there are none.
      let restartInterval: Int
      let hasSeveralScans: Bool
    }

    var layout: Layout {
      Layout(
        dataStart: info.data_start, rowCount: max(Int(info.block_rows), 1),
        unitsPerRow: max(Int(info.units_per_row), 1), linesPerRow: max(Int(info.lines_per_row), 8),
        restartInterval: Int(info.restart_interval), hasSeveralScans: info.has_several_scans != 0)
    }

    /// What is damaged in a row of MCUs.
    struct RowDamage: OptionSet {
      let rawValue: UInt8

      /// Its own data.
      static let own = RowDamage(rawValue: UInt8(BOXWALK_JPEG_DAMAGED))
      /// Data before it.
      static let before = RowDamage(rawValue: UInt8(BOXWALK_JPEG_DAMAGED_BEFORE))
    }

    /// Where the data of an image is damaged.
    struct Damage {
      /// What is damaged in each row of MCUs.
      var rows: [RowDamage]
      /// The scan in which damage was found first, from 1; 0 if there is none.
      var scan = 0
      /// Why the image could not be decoded in spite of it; nil if it was.
      var failure: CodecError?
      /// Whether there is damage that has no clear position.
      var isUnclear = false
    }

    /// Decodes the image in spite of damage.
    ///
    /// - Parameter scans: the number of scans that are decoded; 0 for all.
    func decodedWithDamage(scans: Int = 0) -> (PlanarImage, Damage) {
      let (image, targets) = unsafe newPicture()
      var rows = [UInt8](repeating: 0, count: layout.rowCount)
      var found = unsafe boxwalk_jpeg_damage()
      var message = [CChar](repeating: 0, count: 200)
      // As above; the flags exist during the call.
      let result = unsafe rows.withUnsafeMutableBufferPointer { rows in
        unsafe found.rows = rows.baseAddress
        unsafe found.row_count = rows.count
        return unsafe boxwalk_jpeg_read_damaged(
          handle, Int32(scans), targets, &found, &message)
      }
      var damage = unsafe Damage(
        rows: rows.map(RowDamage.init), scan: Int(found.scan), isUnclear: found.is_unclear != 0)
      if result != 0 {
        damage.failure = CodecError("the JPEG data is damaged: \(CodecError.text(message))")
      }
      return (image, damage)
    }
  }
#endif

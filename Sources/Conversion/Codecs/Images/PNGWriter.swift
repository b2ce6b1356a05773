#if canImport(CPNG) && canImport(CDe265)
  internal import CPNG
  import WorkerProtocol
  import FieldCoding
  import HEIF
  import Synchronization

  /// Writes a PNG file of bands, which may come in any order.
  final class PNGWriter: Sendable {
    private let png: PNGFile
    private let width: Int
    private let height: Int
    private let bandHeight: Int
    private let descriptor: Int32
    private let bands = OrderedBands<SampleRows>()
    /// libpng at work; only one thread at a time is in ``bands``.
    private let writer = Mutex<LibPNG?>(nil)

    init(
      _ png: PNGFile, width: Int, height: Int, bandHeight: Int, to descriptor: Int32
    ) throws(CodecError) {
      let sides = 1...Int(Int32.max)
      guard sides.contains(width), sides.contains(height) else {
        throw CodecError("the image is \(width) × \(height), more than a PNG file can have")
      }
      self.png = png
      self.width = width
      self.height = height
      self.bandHeight = bandHeight
      self.descriptor = descriptor
    }

    /// Writes a band when it is due.
    ///
    /// - Parameters:
    ///   - row: the row of the image at which it starts.
    ///   - colour: the meaning of the samples, if there is no profile.
    func write(
      _ rows: SampleRows, at row: Int, _ colour: CodingIndependentCodePoints?
    ) throws(CodecError) {
      try bands.add(rows, at: row / bandHeight) { (rows) throws(CodecError) in
        try writer.withLock { (writer) throws(CodecError) -> Void in
          if let writer { return try writer.write(rows) }
          let made = try LibPNG(png, width: width, height: height, rows, colour, to: descriptor)
          try made.write(rows)
          writer = made
        }
      }
    }

    /// The size of the file, which is complete, and what libpng left out.
    func finish() throws(CodecError) -> (byteCount: Int, warning: String) {
      guard bands.count * bandHeight >= height else {
        throw CodecError("the PNG file is not complete")
      }
      return try writer.withLock { (writer) throws(CodecError) in
        guard let made = writer else { throw CodecError("the PNG file is not complete") }
        return try made.finish()
      }
    }
  }

  /// The owner of a PNG file that libpng writes.
  @safe
  private final class LibPNG {
    private let handle: OpaquePointer

    init(
      _ png: PNGFile, width: Int, height: Int, _ rows: SampleRows,
      _ colour: CodingIndependentCodePoints?, to descriptor: Int32
    ) throws(CodecError) {
      var picture = unsafe boxwalk_png_picture()
      unsafe picture.width = UInt32(width)
      unsafe picture.height = UInt32(height)
      unsafe picture.bit_depth = Int32(rows.bitDepth)
      unsafe picture.channels = Int32(rows.channels)
      if let colour {
        unsafe picture.has_cicp = 1
        // The samples are red, green and blue of full range, for any codec of the image.
        unsafe picture.cicp = (
          UInt8(clamping: colour.colourPrimaries), UInt8(clamping: colour.transferCharacteristics),
          0, 1
        )
      }
      var message = [CChar](repeating: 0, count: 200)
      // libpng copies its arguments; the pointers are valid during the call.
      let made =
        unsafe png.exif.withContiguousStorageIfAvailable { exif in
          unsafe png.xmp.withContiguousStorageIfAvailable { xmp in
            unsafe png.iccProfile.withContiguousStorageIfAvailable { icc in
              unsafe picture.exif = exif.baseAddress
              unsafe picture.exif_count = exif.count
              unsafe picture.xmp = xmp.baseAddress
              unsafe picture.xmp_count = xmp.count
              unsafe picture.icc = icc.baseAddress
              unsafe picture.icc_count = icc.count
              return unsafe boxwalk_png_begin(descriptor, &picture, &message)
            } ?? nil
          } ?? nil
        } ?? nil
      guard let made = unsafe made else { throw LibPNG.error(message) }
      unsafe handle = made
    }

    deinit { unsafe boxwalk_png_free(handle) }

    func write(_ rows: SampleRows) throws(CodecError) {
      let stride = rows.width * rows.channels * rows.bitDepth / 8
      precondition(rows.bytes.count == stride * rows.height)
      var message = [CChar](repeating: 0, count: 200)
      // The array has the rows that are stated.
      let result = unsafe rows.bytes.withUnsafeBufferPointer { bytes in
        unsafe boxwalk_png_write(handle, bytes.baseAddress, stride, Int32(rows.height), &message)
      }
      guard result == 0 else { throw LibPNG.error(message) }
    }

    func finish() throws(CodecError) -> (byteCount: Int, warning: String) {
      var message = [CChar](repeating: 0, count: 200)
      let count = unsafe boxwalk_png_end(handle, &message)
      guard count >= 0 else { throw LibPNG.error(message) }
      // The text is valid as long as the handle.
      return (Int(count), unsafe String(cString: boxwalk_png_warning(handle)))
    }

    private static func error(_ message: [CChar]) -> CodecError {
      let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return CodecError(
        "the file cannot be written: \(String(decoding: text, as: UTF8.self))", .output)
    }
  }
#endif

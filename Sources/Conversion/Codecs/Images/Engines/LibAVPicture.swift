#if canImport(CDe265)
  internal import Files
  import HEIF
  internal import PhotoEngineInterface
  import Synchronization

  /// Manages the memory into which libavcodec decodes an image.
  ///
  /// libavcodec does not report whether slices cover the whole image. Elsewhere, it shows the earlier content of the
  /// memory. So the memory is filled with marks first, and a block that still has the marks was never decoded.
  @safe
  final class LibAVPicture {
    private let size: ImagePlan.Size
    private let budget: Int
    /// The reason why libavcodec got no memory.
    private(set) var refusal: CodecError?
    private var count = 0
    private var luma: Luma?
    private var sentinelRow = 0

    /// The luma plane of the image that libavcodec decodes now, as coded.
    @safe
    private struct Luma {
      let base: UnsafeMutablePointer<UInt8>
      let stride: Int
      /// Blocks of 8 × 8 samples, the smallest coding block (ITU-T H.265 §7.4.3.2.1).
      let columns: Int
      let rows: Int
      let marks: SentinelMarks
    }

    /// - Parameter size: of the image that is expected.
    init(size: ImagePlan.Size, budget: Int) {
      self.size = size
      self.budget = budget
    }

    /// The structure for the decoder. It is valid as long as this image exists.
    ///
    /// The functions are called only from within `decode`, with the pointer that is passed here, and with a canvas that
    /// exists during the call.
    var owner: boxwalk_av_owner {
      unsafe boxwalk_av_owner(
        user: Unmanaged.passUnretained(self).toOpaque(),
        may_allocate: { user, canvas in
          guard let user = unsafe user, let canvas = unsafe canvas?.pointee else { return 0 }
          let picture = unsafe Unmanaged<LibAVPicture>.fromOpaque(user).takeUnretainedValue()
          return unsafe picture.mayAllocate(canvas) ? 1 : 0
        },
        has_allocated: { user, canvas in
          guard let user = unsafe user, let canvas = unsafe canvas?.pointee else { return 0 }
          let picture = unsafe Unmanaged<LibAVPicture>.fromOpaque(user).takeUnretainedValue()
          return unsafe picture.hasAllocated(canvas) ? 1 : 0
        })
    }

    /// Prepares for an image. It is called before libavcodec gets the coded data of the image.
    ///
    /// - Parameter sentinelRow: the height of a ``SentinelRow``; 0 for none.
    func begin(sentinelRow: Int) {
      self.sentinelRow = sentinelRow
      refusal = nil
      count = 0
      luma = nil
    }

    private func mayAllocate(_ canvas: boxwalk_av_canvas) -> Bool {
      count += 1
      guard count == 1 else { return refuse("the coded data has more than one image") }
      guard let format = unsafe format(canvas) else { return false }
      let coded = unsafe ImagePlan.Size(width: Int(canvas.width), height: Int(canvas.height))
      if let reason = size.refusal(coded: coded) { return refuse(reason) }
      let need = PlanarImage.byteCount(
        width: Int(unsafe canvas.width), height: Int(unsafe canvas.height), chroma: format.chroma,
        bitDepth: format.bitDepth)
      if let excess = CodecError.excess(need, over: budget) { return refuse(excess.message) }
      return true
    }

    private func hasAllocated(_ canvas: boxwalk_av_canvas) -> Bool {
      guard let format = unsafe format(canvas), let base = unsafe canvas.luma else { return false }
      let luma = unsafe Luma(
        base: base, stride: canvas.stride, columns: Int(canvas.width) / 8,
        rows: Int(canvas.height) / 8,
        marks: SentinelMarks(blocks: Int(canvas.width) / 8, bitDepth: format.bitDepth))
      guard luma.marks.bytesInRow <= luma.stride else { return false }
      for y in 0..<luma.rows * 8 {
        // The marks of a row are within the stride, and y is below the height.
        unsafe luma.marks.write(y, to: UnsafeMutableRawPointer(luma.base) + y * luma.stride)
      }
      self.luma = luma
      return true
    }

    private func format(_ canvas: boxwalk_av_canvas) -> LibAVPixelFormat? {
      // FFmpeg's names are constant.
      let name = unsafe canvas.format.map { unsafe String(cString: $0) } ?? "?"
      guard let format = LibAVPixelFormat(name) else {
        _ = refuse("its samples have the format \(name), which is not supported")
        return nil
      }
      return format
    }

    private func refuse(_ reason: String) -> Bool {
      if refusal == nil { refusal = CodecError(reason) }
      return false
    }

    /// Whether each block was decoded.
    ///
    /// Filters have run already. They change samples across the edge of the decoded area; but most of a
    /// missing block does not change, and a decoded block does not have marks in a quarter of its samples by
    /// chance.
    var isComplete: Bool {
      guard let luma, luma.rows > sentinelRow / 8 else { return false }
      for row in 0..<luma.rows - sentinelRow / 8 {
        for column in 0..<luma.columns {
          // Nearly all blocks have no mark in the rows that are checked first.
          if isMarked(luma, column, row * 8 + 3) || isMarked(luma, column, row * 8 + 4),
            marks(luma, column, row) >= LibAVPicture.manyMarks
          {
            return false
          }
        }
      }
      return true
    }

    /// Whether these macroblocks (16 × 16 samples, ITU-T H.264 §6.3) were decoded, in raster order,
    /// and all others are as they were.
    func hasOnly(_ macroblocks: [Range<Int>]) -> Bool {
      guard let luma else { return false }
      let columns = luma.columns / 2
      var isWanted = [Bool](repeating: false, count: columns * (luma.rows / 2))
      for range in macroblocks {
        for index in range.clamped(to: isWanted.indices) { isWanted[index] = true }
      }
      return isWanted.indices.allSatisfy { index in
        [(0, 0), (1, 0), (0, 1), (1, 1)].allSatisfy { x, y in
          let count = marks(luma, index % columns * 2 + x, index / columns * 2 + y)
          return isWanted[index] ? count < LibAVPicture.manyMarks : count == 64
        }
      }
    }

    /// With this number of marks among the 64 samples of a block, a coincidence is impossible.
    private static let manyMarks = 16

    /// The number of samples of a block that still have marks.
    private func marks(_ luma: Luma, _ column: Int, _ row: Int) -> Int {
      (0..<8).reduce(0) { $0 + marked(luma, column, row * 8 + $1) }
    }

    /// Whether something was decoded below the image, into the first coding tree block of the sentinel
    /// row. Filters of the next block change only the right edge of that block.
    var isOverrun: Bool {
      guard let luma, sentinelRow > 0 else { return false }
      let rows = (luma.rows - sentinelRow / 8) * 8..<luma.rows * 8
      return !rows.allSatisfy { y in
        (0..<max(1, sentinelRow / 8 - 1)).allSatisfy { marked(luma, $0, y) == 8 }
      }
    }

    /// The number of samples in a row of a block that still have marks.
    @inline(__always)
    private func marked(_ luma: Luma, _ column: Int, _ y: Int) -> Int {
      same(luma, column, y) { $0 + $1.nonzeroBitCount }
    }

    /// Whether any does.
    @inline(__always)
    private func isMarked(_ luma: Luma, _ column: Int, _ y: Int) -> Bool {
      same(luma, column, y) { $0 | Int(truncatingIfNeeded: $1) } != 0
    }

    /// Collects, word by word, which samples in a row of a block still have marks.
    @inline(__always)
    private func same(
      _ luma: Luma, _ column: Int, _ y: Int, _ combine: (Int, UInt64) -> Int
    ) -> Int {
      let words = luma.marks.wordsInBlock
      var result = 0
      for index in column * words..<(column + 1) * words {
        // There are `columns` blocks in a row, and y is below the height.
        let word = unsafe UnsafeRawPointer(luma.base).loadUnaligned(
          fromByteOffset: y * luma.stride + index * 8, as: UInt64.self)
        result = combine(result, luma.marks.same(word, index, y))
      }
      return result
    }

    /// Whether a plane starts inside of the memory that was marked.
    func contains(_ plane: UnsafePointer<UInt8>) -> Bool {
      guard let luma else { return false }
      let start = UInt(bitPattern: unsafe luma.base)
      let end = start + UInt(luma.stride * luma.rows * 8)
      return (start..<end).contains(UInt(bitPattern: plane))
    }
  }

  /// libavcodec of FFmpeg, in a module that is linked with it.
  ///
  /// It is opened when it is needed, because a system's libavcodec loads a hundred libraries. Other codecs work
  /// without it.
  @safe
  struct LibAVImageLibrary: Sendable {
    /// A module is never closed, and its functions never change.
    let functions: boxwalk_photo_engine

    /// - Parameter file: of the module; nil for the one that is linked with the system's libavcodec.
    init(_ file: String? = nil) throws(CodecError) {
      let opened = LibAVImageLibrary.module.open(file)
      guard let engine = opened.engine else { throw CodecError(opened.reason) }
      functions = engine
      LibAVImageLibrary.opened.store(true, ordering: .relaxed)
    }

    /// Whether one was opened, or is opened at once, so that it costs nothing more.
    static var isAtHand: Bool { opened.load(ordering: .relaxed) || own != nil }
    private static let opened = Atomic(false)

    private static let module = RuntimeModuleKind<boxwalk_photo_engine>(
      "boxwalk-photos", variable: "BOXWALK_LIBAVCODEC", function: "boxwalk_photo_engine_of_module",
      interface: UInt32(BOXWALK_PHOTO_ENGINE_INTERFACE))

    /// The module of `Scripts/make-libavcodec`, which is next to this program, in its run path. It contains
    /// libavcodec, and needs no other libraries except those of AV1; it is searched for only once.
    private static let own: LibAVImageLibrary? =
      module.isNamed ? nil : try? LibAVImageLibrary(RuntimeLibrary.moduleFile("avcodec-boxwalk"))

    /// The library that is used by default; it is searched for only once.
    static let usual = Result { () throws(CodecError) in
      if let own { return own }
      return try LibAVImageLibrary()
    }

    /// The version of the library, not of FFmpeg: `59.37.100`.
    var version: (major: Int, minor: Int, micro: Int) {
      let number = Int(functions.version())
      return (number >> 16, number >> 8 & 0xFF, number & 0xFF)
    }

    /// The version of FFmpeg, as its builder named it: `5.1.9-0+deb12u1`. It is a constant string
    /// of the library.
    var release: String { unsafe functions.release().map { unsafe String(cString: $0) } ?? "" }

    /// The file; the string is the loader's.
    var path: String { unsafe functions.path().map { unsafe String(cString: $0) } ?? "" }

    func has(decoder name: String) -> Bool { unsafe functions.has(name) != 0 }
  }

  extension CodecError {
    /// A sentence that a C function wrote.
    static func text(_ message: [CChar]) -> String { RuntimeLibrary.text(message) }
  }
#endif

import FieldCoding
import WorkerProtocol

#if canImport(CDe265)
  import HEIF
  internal import PhotoEngineInterface

  /// libavcodec, which gets each image with its parameter sets.
  ///
  /// One context decodes all images of a thread. Complaints of libavcodec, picture hashes, and memory that was never
  /// written show damage.
  @safe
  struct LibAVDecoder<Stream: LibAVStream>: TileDecoder, ~Copyable {
    static var name: String { Stream.title }

    private let library: LibAVImageLibrary
    private let decoder: OpaquePointer
    private let stream: Stream
    private let size: ImagePlan.Size
    private let budget: Int
    private let picture: LibAVPicture

    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
    ) throws(CodecError) {
      try self.init(LibAVImageLibrary.usual.get(), configuration, size: size, budget: budget)
    }

    init(
      _ library: LibAVImageLibrary, _ configuration: ImagePlan.DecoderConfiguration,
      size: ImagePlan.Size, budget: Int
    ) throws(CodecError) {
      self.library = library
      stream = Stream(configuration)
      self.size = size
      self.budget = budget
      picture = LibAVPicture(size: size, budget: budget)
      var message = [CChar](repeating: 0, count: Int(BOXWALK_AV_MESSAGE))
      // `picture`, to which the owner refers, outlives the decoder; the array has the size that is stated.
      guard
        let decoder = unsafe library.functions.decoder_new(
          Stream.decoder, Stream.options(size), picture.owner, &message)
      else { throw CodecError(CodecError.text(message)) }
      unsafe self.decoder = decoder
    }

    // No other object has the pointer. `picture` still exists.
    deinit { unsafe library.functions.decoder_free(decoder) }

    mutating func decode(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) {
      try decode(input(data), body)
    }

    /// The input of libavcodec from the coded data.
    func input(_ data: [UInt8]) throws(CodecError) -> LibAVInput { try stream.input(data) }

    mutating func decode(
      _ input: LibAVInput, _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) {
      if let coded = input.codedSize, let reason = size.refusal(coded: coded) {
        throw CodecError(reason)
      }
      if let excess = CodecError.excess(input.byteCount, over: budget) { throw excess }
      if !input.preamble.isEmpty {
        try fill(input.preamble)
        unsafe library.functions.prepare(decoder)
      }
      for part in input.parts {
        _ = unsafe try run(part.data, sentinelRow: input.sentinelRow)
        guard picture.hasOnly(part.macroblocks) else {
          throw CodecError("the bitstream is damaged: a slice does not end where the next begins")
        }
      }
      let decoded = unsafe try run(input.picture, sentinelRow: input.sentinelRow)
      if Stream.marksMemory {
        guard picture.isComplete else {
          throw CodecError("the bitstream is damaged: a part of the image is missing")
        }
        guard !picture.isOverrun else {
          throw CodecError("the bitstream is damaged: it continues after the end of the image")
        }
      }
      var tile = unsafe try tile(decoded, input.format)
      tile.owner = unsafe LibAVFrame(keeping: decoder, library)
      try body(tile)
    }

    /// Decodes an image, or a part of it. It stays with the decoder until the next call.
    private func run(
      _ data: [ArraySlice<UInt8>], sentinelRow: Int
    ) throws(CodecError) -> boxwalk_av_picture {
      try fill(data)
      picture.begin(sentinelRow: sentinelRow)
      var decoded = unsafe boxwalk_av_picture()
      var message = [CChar](repeating: 0, count: Int(BOXWALK_AV_MESSAGE))
      // The array has the size that is stated.
      let count = unsafe library.functions.decode(decoder, &decoded, &message)
      if let refusal = picture.refusal { throw refusal }
      guard count >= 0 else {
        throw LibAVDecoder.error(CodecError.text(message), size)
      }
      guard count > 0 else { throw CodecError("the coded data has no image to be shown") }
      if Stream.marksMemory {
        guard let luma = unsafe decoded.planes.0, unsafe picture.contains(luma) else {
          throw CodecError("libavcodec gave an image in memory that it did not ask for")
        }
      }
      return unsafe decoded
    }

    /// The error for a complaint about an image. A large image can need more memory than the libraries allow, even
    /// if the worker may use more.
    private static func error(_ text: String, _ size: ImagePlan.Size) -> CodecError {
      // The messages of libaom, of the system, and of libavutil.
      let isTooLarge = ["Memory allocation error", "Cannot allocate memory", "Picture size"]
        .contains { text.contains($0) }
      guard isTooLarge else {
        return CodecError("the bitstream is damaged: \(Stream.title) says: \(text)")
      }
      return CodecError(
        "\(Stream.title) has no memory for \(size.width) × \(size.height) samples (\(text)); the image may be whole, and --engine libheif decodes it with another library"
      )
    }

    /// Copies the coded data to the decoder's input.
    private func fill(_ pieces: [ArraySlice<UInt8>]) throws(CodecError) {
      let count = pieces.reduce(0) { $0 + $1.count }
      guard count > 0 else { throw CodecError("the coded data has no image") }
      guard let input = unsafe library.functions.input(decoder, count) else {
        throw CodecError("libavcodec does not accept coded data of \(counted(count, "byte"))")
      }
      var start = 0
      for piece in pieces {
        unsafe piece.withUnsafeBytes { bytes in
          guard let source = bytes.baseAddress else { return }
          // The input has room for all pieces.
          unsafe UnsafeMutableRawPointer(input + start).copyMemory(
            from: source, byteCount: bytes.count)
        }
        start += piece.count
      }
    }

    private func tile(
      _ decoded: boxwalk_av_picture, _ stated: LibAVPixelFormat?
    ) throws(CodecError) -> DecodedTile {
      // FFmpeg's names are constant.
      let name = unsafe decoded.format.map { unsafe String(cString: $0) } ?? "?"
      guard var format = LibAVPixelFormat(name) else {
        throw CodecError(
          "its samples have the format \(name), which is not supported", .unsupported)
      }
      if let stated {
        // FFmpeg gives images of AVC that have no chroma a grey one.
        if stated.chroma == .monochrome, format.chroma == .yuv420 { format.chroma = .monochrome }
        guard format == stated else {
          throw CodecError(
            "\(Stream.title) gave an image of \(format), but the bitstream has \(stated)")
        }
      }
      let (width, height) = (Int(unsafe decoded.width), Int(unsafe decoded.height))
      guard width == size.width, height == size.height else {
        throw CodecError(
          "is \(width) × \(height), but the container says \(size.width) × \(size.height)")
      }
      var tile = DecodedTile(
        width: width, height: height, chroma: format.chroma, bitDepth: format.bitDepth)
      let (horizontal, vertical) = format.chroma.subsampling
      let planes = unsafe [decoded.planes.0, decoded.planes.1, decoded.planes.2]
      let strides = unsafe [decoded.strides.0, decoded.strides.1, decoded.strides.2]
      for channel in 0..<format.chroma.planeCount {
        guard let base = unsafe planes[channel] else {
          throw CodecError("libavcodec gave no image")
        }
        let (h, v) = channel == 0 ? (1, 1) : (horizontal, vertical)
        tile.planes.append(
          unsafe DecodedTile.Plane(
            base: UnsafeRawPointer(base), stride: strides[channel], width: (width + h - 1) / h,
            height: (height + v - 1) / v))
      }
      return tile
    }
  }

  /// The memory of an image.
  @safe
  private final class LibAVFrame {
    private let library: LibAVImageLibrary
    private let picture: UnsafeMutableRawPointer

    /// Takes the image of a decoder. Nil if there is not enough memory: the image stays with its decoder
    /// then.
    init?(keeping decoder: OpaquePointer, _ library: LibAVImageLibrary) {
      self.library = library
      // The decoder has just decoded the image.
      guard let picture = unsafe library.functions.keep(decoder) else { return nil }
      unsafe self.picture = picture
    }

    // No other object has the pointer.
    deinit { unsafe library.functions.let_go(picture) }
  }

  /// A codec, and the decoder of libavcodec that it is given to.
  protocol LibAVStream: Sendable {
    /// The name of the decoder in messages.
    static var title: String { get }
    /// The name of the decoder in FFmpeg.
    static var decoder: String { get }
    /// The options of the decoder, besides those that all decoders get: `strict=1:max_pixels=4096`.
    static func options(_ size: ImagePlan.Size) -> String
    /// Whether it decodes into memory that it asks for.
    static var marksMemory: Bool { get }
    init(_ configuration: ImagePlan.DecoderConfiguration)
    func input(_ data: [UInt8]) throws(CodecError) -> LibAVInput
  }

  extension LibAVStream {
    static var title: String { "libavcodec" }
    static func options(_ size: ImagePlan.Size) -> String { "" }
  }

  /// A coded image in the form that a decoder takes: parts that follow each other.
  struct LibAVInput {
    /// The units that are required; it may have others that the decoder ignores.
    var preamble: [ArraySlice<UInt8>] = []
    var picture: [ArraySlice<UInt8>] = []
    /// The sample format that the bitstream states; nil if it was not read.
    var format: LibAVPixelFormat?
    /// The size that the bitstream states; nil if the decoder will request it, or if the image has several sizes.
    var codedSize: ImagePlan.Size?
    /// The number of bytes of the largest image that the bitstream allows; 0 if it is unknown, because the decoder
    /// will request its memory.
    var byteCount = 0
    /// The height of a row below the image, in which the first block must stay empty; 0 for none.
    var sentinelRow = 0
    /// The parts to be decoded before, each by itself, to see where its data end.
    var parts: [Part] = []
    /// Whether damage shows wherever it is: in a hash, or in the row below the image.
    var showsDamage = false

    /// Some slices of the image.
    struct Part {
      var data: [ArraySlice<UInt8>]
      /// The macroblocks that these slices have, and no others, in raster order.
      var macroblocks: [Range<Int>]
    }
  }
#endif

#if canImport(CDe265)
  internal import CLoaded
  import FieldCoding
  internal import Files
  import HEIF
  import NALUnits
  import WorkerProtocol

  /// OpenJPEG, which gets codestreams of JPEG 2000 (ISO/IEC 15444-1).
  ///
  /// A warning of OpenJPEG is an error here, and so is a codestream without an end. In this codec, a decoder
  /// cannot notice wrong bits within a block of samples.
  struct OpenJPEGDecoder: TileDecoder, ~Copyable {
    static let name = "OpenJPEG"

    private let size: ImagePlan.Size
    private let budget: Int
    /// Whether the components are red, green and blue, which we have as green, blue and red.
    private let isRGB: Bool
    private let library: OpenJPEGLibrary

    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
    ) throws(CodecError) {
      self.size = size
      self.budget = budget
      isRGB = configuration.isRGB
      library = try OpenJPEGDecoder.usualLibrary()
    }

    static func usualLibrary() throws(CodecError) -> OpenJPEGLibrary {
      do throws(CodecError) { return try OpenJPEGLibrary.usual.get() } catch {
        throw CodecError("to decode JPEG 2000, OpenJPEG is needed: \(error.message)", .unsupported)
      }
    }

    mutating func decode(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) {
      guard let header = JPEG2000Header(codestream: data) else {
        throw CodecError("its codestream does not start like a JPEG 2000 codestream")
      }
      let image = try room(for: header)
      guard data.suffix(2) == [0xFF, 0xD9] else {
        throw CodecError("the image is truncated: its codestream has no end (EOC)")
      }
      let planes = isRGB && image.planes.count == 3 ? [2, 0, 1] : Array(image.planes.indices)
      let targets = unsafe planes.map { index in
        let plane = image.planes[index]
        return unsafe boxwalk_openjpeg_target(
          bytes: plane.memory.baseAddress?.assumingMemoryBound(to: UInt8.self),
          stride: plane.stride, width: UInt32(plane.width), height: UInt32(plane.height),
          bits: UInt32(image.bitDepth))
      }
      var message = [CChar](repeating: 0, count: Int(BOXWALK_LIBRARY_MESSAGE))
      // There is a target for each component, as large as the header says, and the planes stay.
      guard
        unsafe boxwalk_openjpeg_decode(
          library.handle, data, data.count, targets, UInt32(targets.count), &message) == 0
      else { throw CodecError("the JPEG 2000 data is damaged: \(CodecError.text(message))") }
      try withExtendedLifetime(image) { () throws(CodecError) in try body(DecodedTile(image)) }
    }

    /// Planes for an image, if it is one that is decoded here.
    private func room(for header: JPEG2000Header) throws(CodecError) -> PlanarImage {
      guard header.size == size else {
        throw CodecError(
          "is coded as \(header.size.width) × \(header.size.height), but the container says \(size.width) × \(size.height)"
        )
      }
      guard let format = header.chroma,
        header.startsEvenly || format == .yuv444 || format == .monochrome
      else {
        throw CodecError(
          "has \(counted(header.componentCount, "component")) of JPEG 2000 that are sampled in a way that cannot be decoded yet"
        )
      }
      guard let bitDepth = header.bitDepth, (8...16).contains(bitDepth) else {
        throw CodecError("has JPEG 2000 samples that have a sign, or do not have 8 to 16 bits")
      }
      let chroma: ChromaSampling =
        switch format {
        case .monochrome: .monochrome
        case .yuv420: .yuv420
        case .yuv422: .yuv422
        case .yuv444: .yuv444
        }
      // OpenJPEG has 32 bits for each sample, twice where tiles are put together, and a table for each
      // tile.
      let samples =
        PlanarImage.byteCount(
          width: size.width, height: size.height, chroma: chroma, bitDepth: 16) / 2
      let need =
        PlanarImage.byteCount(
          width: size.width, height: size.height, chroma: chroma, bitDepth: bitDepth)
        + samples * 8 + min(header.tileCount, 1 << 16) * 8192 * header.componentCount
      guard header.tileCount < 1 << 16 else {
        throw CodecError("is cut into more tiles than JPEG 2000 has numbers for")
      }
      if let excess = CodecError.excess(need, over: budget) { throw excess }
      return PlanarImage(
        width: size.width, height: size.height, chroma: chroma, bitDepth: bitDepth)
    }
  }

  /// The OpenJPEG of this computer; it is opened when it is needed.
  @safe
  struct OpenJPEGLibrary: Sendable {
    // A library is never closed, and its content never changes.
    nonisolated(unsafe) let handle: OpaquePointer

    private init() throws(CodecError) {
      let names = RuntimeLibrary.names(
        "libopenjp2", versions: [7], variable: "BOXWALK_LIBOPENJP2")
      // The array has the size that is stated.
      let found = unsafe RuntimeLibrary.open(names) { unsafe boxwalk_openjpeg_load($0, &$1) }
      guard let handle = unsafe found.handle else {
        throw CodecError(
          unsafe RuntimeLibrary.explanation(of: "OpenJPEG", names, found.reasons))
      }
      unsafe self.handle = handle
    }

    /// The library that is used by default; it is searched for only once.
    static let usual = Result { () throws(CodecError) in try OpenJPEGLibrary() }

    /// `2.5.0`. A constant string of the library.
    var version: String { unsafe String(cString: boxwalk_openjpeg_version(handle)) }

    /// The file; the string is kept with the handle.
    var path: String { unsafe String(cString: boxwalk_library_file(handle)) }
  }

  /// The file that a library of this process was read from.
  struct RuntimeLibraryFile {
    var path: String

    /// - Parameter function: a function of the library. Nil if this process has no such function.
    init?(function: String) {
      // The loader owns the string. It exists as long as the library.
      guard let path = unsafe boxwalk_function_file(function) else { return nil }
      self.path = unsafe String(cString: path)
    }
  }
#endif

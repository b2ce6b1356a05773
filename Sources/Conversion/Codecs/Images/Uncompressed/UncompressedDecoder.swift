#if canImport(CDe265)
  import FieldCoding
  import HEIF
  import ISOBMFF

  /// Images whose samples are as they are (ISO/IEC 23001-17), possibly compressed as a whole.
  struct UncompressedDecoder: TileDecoder, ~Copyable {
    static let name = "Boxwalk"

    private let format: UncompressedFormat
    private let compression: GenericCompression?
    private let size: ImagePlan.Size
    private let budget: Int
    private let takesAlpha: Bool

    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
    ) throws(CodecError) {
      let boxes = UncompressedDecoder.boxes(configuration)
      do throws(UncompressedFormat.Refusal) {
        format = try UncompressedFormat(boxes, size: size)
      } catch {
        throw CodecError(error.sentence)
      }
      compression = GenericCompression(boxes)
      takesAlpha = configuration.isAlpha
      self.size = size
      self.budget = budget
    }

    /// Whether the samples are red, green and blue.
    static func isRGB(
      _ configuration: ImagePlan.DecoderConfiguration, _ size: ImagePlan.Size
    ) throws(CodecError) -> Bool {
      do throws(UncompressedFormat.Refusal) {
        return try UncompressedFormat(boxes(configuration), size: size).colours == .rgb
      } catch {
        throw CodecError(error.sentence)
      }
    }

    /// Opens the library for the compression of such images, if there is one.
    static func openLibrary(_ configuration: ImagePlan.DecoderConfiguration) {
      try? GenericCompression(boxes(configuration))?.open()
    }

    private static func boxes(_ configuration: ImagePlan.DecoderConfiguration) -> [Box] {
      BoxFile(Bytes(configuration.parameterSets.flatMap { $0 })).boxes
    }

    mutating func decode(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) {
      let picture = try UncompressedPicture(format, isAlpha: takesAlpha)
      let need = PlanarImage.byteCount(
        width: size.width, height: size.height, chroma: picture.chroma, bitDepth: picture.bitDepth)
      try check(need, UncompressedLayout.memory(format))
      let layout = try UncompressedLayout(format)
      try check(need, compression == nil ? 0 : layout.capacity)
      let bytes = try compression?.decompressed(data, upTo: layout.capacity) ?? data
      guard bytes.count >= layout.byteCount else {
        throw CodecError(
          "has \(counted(bytes.count, "byte")) of samples, but should have \(grouped(layout.byteCount))"
        )
      }
      let image = PlanarImage(
        width: size.width, height: size.height, chroma: picture.chroma, bitDepth: picture.bitDepth)
      try picture.read(bytes, layout, into: image)
      // The planes stay during the call.
      try withExtendedLifetime(image) { () throws(CodecError) in try body(DecodedTile(image)) }
    }

    /// Throws if the image and the other memory that is needed exceed the budget.
    private func check(_ picture: Int, _ more: Int) throws(CodecError) {
      let (sum, overflow) = picture.addingReportingOverflow(more)
      if let error = CodecError.excess(overflow ? .max : sum, over: budget) { throw error }
    }
  }
#endif

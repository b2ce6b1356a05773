#if canImport(CTurboJPEG) && canImport(CDe265)
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
#endif

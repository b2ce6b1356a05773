#if canImport(CDe265)
  import AV1
  internal import CLoaded
  import FieldCoding
  internal import Files
  import HEIF
  import HEVC
  import ISOBMFF
  import WorkerProtocol

  /// libheif, which decodes a file that is made for each coded image.
  ///
  /// It accepts only files. Ours has one image and nothing else: older versions refuse some containers, so the
  /// container of the photo is not passed on.
  @safe
  struct LibHEIFDecoder<Image: LibHEIFImage>: TileDecoder, ~Copyable {
    static var name: String { "libheif" }

    private let library: LibHEIFLibrary
    private let configuration: ImagePlan.DecoderConfiguration
    private let size: ImagePlan.Size
    private let budget: Int

    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
    ) throws(CodecError) {
      try self.init(LibHEIFLibrary.usual.get(), configuration, size: size, budget: budget)
    }

    init(
      _ library: LibHEIFLibrary, _ configuration: ImagePlan.DecoderConfiguration,
      size: ImagePlan.Size, budget: Int
    ) throws(CodecError) {
      self.library = library
      self.configuration = configuration
      self.size = size
      self.budget = budget
    }

    mutating func decode(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) {
      let image = try Image(data, configuration)
      if let codec = image.codec { try library.checkDecoding(codec) }
      guard image.chroma != nil || library.keepsOtherSamples else {
        throw CodecError(
          "libheif \(library.version) changes samples of this codec; 1.19 and later do not",
          .unsupported)
      }
      guard image.width <= size.width + 63, image.height <= size.height + 63 else {
        throw CodecError(
          "is \(image.width) × \(image.height), but the container says \(size.width) × \(size.height)"
        )
      }
      let need = PlanarImage.byteCount(
        width: size.width, height: size.height, chroma: .yuv444, bitDepth: 16)
      if let excess = CodecError.excess(need, over: budget) { throw excess }
      let file = try self.file(image, data)
      var picture = unsafe boxwalk_heif_picture()
      var message = [CChar](repeating: 0, count: Int(BOXWALK_LIBRARY_MESSAGE))
      // The file is read only during the call.
      let result = unsafe boxwalk_heif_decode(
        library.handle, file, file.count, UInt32(clamping: max(size.width, size.height) + 63),
        image.chroma?.idc ?? -1, &picture, &message)
      guard result == 0 else {
        throw CodecError("libheif says: \(CodecError.text(message))")
      }
      defer { unsafe boxwalk_heif_picture_free(&picture) }
      try body(try unsafe tile(picture))
    }

    /// The library takes files only. If the chroma format is known, this one states that red, green and blue are the
    /// samples. Otherwise it states the colours that new versions convert to. Either way, the samples stay the same.
    private func file(_ image: Image, _ data: [UInt8]) throws(CodecError) -> [UInt8] {
      let isRGB = image.chroma != nil || configuration.isRGB
      var colour = CodingIndependentCodePoints()
      (colour.colourPrimaries, colour.transferCharacteristics) = (1, 13)
      (colour.matrixCoefficients, colour.isFullRange) = (isRGB ? 0 : 6, true)
      let properties =
        image.boxes.map { Item.Property($0, isEssential: true) } + [
          Item.Property(size.property), Item.Property(colour.property),
        ]
      let single = SingleImageFile(
        image.itemType, properties, brand: image.itemType == "av01" ? "avif" : "heic")
      do throws(FieldError) { return try single.start(dataCount: data.count) + data } catch {
        throw CodecError("no file can be made of the coded image: \(error)")
      }
    }

    private func tile(_ picture: boxwalk_heif_picture) throws(CodecError) -> DecodedTile {
      let (width, height) = (Int(unsafe picture.width), Int(unsafe picture.height))
      guard width == size.width, height == size.height else {
        throw CodecError(
          "is \(width) × \(height), but the container says \(size.width) × \(size.height)")
      }
      let takesAlpha = configuration.isAlpha
      guard let chroma = takesAlpha ? .monochrome : ChromaSampling(idc: unsafe picture.chroma),
        (8...16).contains(unsafe picture.bit_depth)
      else { throw CodecError("its samples have a format that is not supported", .unsupported) }
      let isRGB = unsafe picture.is_rgb != 0
      if !takesAlpha, chroma != .monochrome, try isRGB != shouldBeRGB() {
        throw CodecError(
          "libheif gives luma and chroma where the file has red, green and blue, or the other way round; use --engine auto"
        )
      }
      var tile = DecodedTile(
        width: width, height: height, chroma: chroma,
        bitDepth: Int(unsafe picture.bit_depth))
      let (horizontal, vertical) = tile.chroma.subsampling
      let planes =
        unsafe takesAlpha
        ? [picture.planes.3] : [picture.planes.0, picture.planes.1, picture.planes.2]
      for channel in 0..<tile.chroma.planeCount {
        let plane = unsafe planes[channel]
        let (h, v) = channel == 0 ? (1, 1) : (horizontal, vertical)
        let (columns, rows) = ((width + h - 1) / h, (height + v - 1) / v)
        guard let base = unsafe plane.bytes, unsafe Int(plane.width) >= columns,
          unsafe Int(plane.height) >= rows
        else { throw CodecError("libheif gave no image") }
        tile.planes.append(
          unsafe DecodedTile.Plane(
            base: UnsafeRawPointer(base), stride: plane.stride, width: columns, height: rows))
      }
      return tile
    }

    /// Whether the image should have red, green and blue.
    private func shouldBeRGB() throws(CodecError) -> Bool {
      configuration.itemType == "unci"
        ? try UncompressedDecoder.isRGB(configuration, size) : configuration.isRGB
    }
  }

  /// The information about a coded image that libheif needs.
  protocol LibHEIFImage {
    /// The codec that the library has to decode; nil if it cannot be asked before.
    var codec: LibHEIFLibrary.Codec? { get }
    var itemType: FourCC { get }
    /// The decoder configuration.
    var boxes: [Box] { get }
    /// Nil if it is not known before the image is decoded.
    var chroma: ChromaSampling? { get }
    /// The width that the bitstream states; 0 if it is not known.
    var width: Int { get }
    var height: Int { get }

    init(_ data: [UInt8], _ configuration: ImagePlan.DecoderConfiguration) throws(CodecError)
  }

  struct HEVCItem: LibHEIFImage {
    let codec: LibHEIFLibrary.Codec? = .hevc
    let itemType: FourCC = "hvc1"
    let boxes: [Box]
    let chroma: ChromaSampling?
    let width: Int
    let height: Int

    init(_ data: [UInt8], _ configuration: ImagePlan.DecoderConfiguration) throws(CodecError) {
      let units = try NALUnitRanges.ranges(in: data, lengthSize: configuration.lengthSize)
      let sets = { (units: [[UInt8]]) in
        // VPS, SPS and PPS.
        units.filter { unit in unit.first.map { (32...34).contains($0 >> 1 & 0x3F) } ?? false }
          .map { Bytes($0) }
      }
      let stated = sets(configuration.parameterSets)
      let found = sets(units.map { Array(data[$0]) })
      do throws(FieldError) {
        var record = try HEVCDecoderConfigurationRecord(
          parameterSets: stated.isEmpty ? found : stated)
        record.lengthSizeMinusOne = UInt8(clamping: configuration.lengthSize - 1)
        var box = HEVCConfigurationBox()
        box.record = record
        boxes = [Box(box)]
        chroma = ChromaSampling(idc: Int32(record.chromaFormat.rawValue)) ?? .yuv420
        // The sizes in all sets that a decoder might use.
        let sizes = try (stated + found)
          .filter { NALUnit.type(of: $0) == .sequenceParameterSet }
          .map { (unit) throws(FieldError) in try SequenceParameterSet(nalUnit: unit).codedSize }
        width = sizes.map(\.width).max() ?? 0
        height = sizes.map(\.height).max() ?? 0
      } catch {
        throw CodecError("its parameter sets cannot be read: \(error)")
      }
    }
  }

  struct AV1Item: LibHEIFImage {
    let codec: LibHEIFLibrary.Codec? = .av1
    let itemType: FourCC = "av01"
    let boxes: [Box]
    let chroma: ChromaSampling?
    let width: Int
    let height: Int

    init(_ data: [UInt8], _ configuration: ImagePlan.DecoderConfiguration) throws(CodecError) {
      do throws(FieldError) {
        let units = try OpenBitstreamUnit.units(in: Bytes(data))
          .filter { $0.header.type == .sequenceHeader }
        let record = try AV1CodecConfigurationRecord(units: Array(units.prefix(1)))
        var box = AV1CodecConfigurationBox()
        box.record = record
        boxes = [Box(box)]
        chroma =
          switch (record.isMonochrome, record.chromaSubsamplingX, record.chromaSubsamplingY) {
          case (true, _, _): .monochrome
          case (_, true, true): .yuv420
          case (_, true, _): .yuv422
          default: .yuv444
          }
        let header = try record.sequenceHeader()
        let size = header?.maxFrameSize
        width = size?.width ?? 0
        height = size?.height ?? 0
      } catch {
        throw CodecError("its sequence header cannot be read: \(error)")
      }
    }
  }

  /// An image of any other codec, as it is in the file.
  struct OtherItem: LibHEIFImage {
    let itemType: FourCC
    let boxes: [Box]
    let chroma: ChromaSampling? = nil
    let width = 0
    let height = 0

    init(_ data: [UInt8], _ configuration: ImagePlan.DecoderConfiguration) throws(CodecError) {
      guard let type = configuration.itemType else {
        throw CodecError("libheif decodes only images in HEIF files")
      }
      itemType = type
      boxes = BoxFile(Bytes(configuration.properties)).boxes
    }

    var codec: LibHEIFLibrary.Codec? {
      switch itemType {
      case "avc1": .avc
      case "vvc1": .vvc
      case "evc1": .evc
      case "jpeg": .jpeg
      case "j2k1": .jpeg2000
      default: nil
      }
    }
  }

  extension ChromaSampling {
    /// The sampling with this number in HEVC (`chroma_format_idc`) and in libheif.
    fileprivate init?(idc: Int32) {
      switch idc {
      case 0: self = .monochrome
      case 1: self = .yuv420
      case 2: self = .yuv422
      case 3: self = .yuv444
      default: return nil
      }
    }

    fileprivate var idc: Int32 {
      switch self {
      case .monochrome: 0
      case .yuv420: 1
      case .yuv422: 2
      case .yuv440, .yuv444: 3
      }
    }
  }

  /// The libheif of this computer; it is opened when it is needed.
  @safe
  struct LibHEIFLibrary: Sendable {
    // A library is never closed, and its content never changes.
    nonisolated(unsafe) let handle: OpaquePointer

    /// - Parameter names: file names, or names that the system finds; the first existing one is used.
    init(_ names: [String] = LibHEIFLibrary.usualNames) throws(CodecError) {
      // The array has the size that is stated.
      let found = unsafe RuntimeLibrary.open(names) { unsafe boxwalk_heif_load($0, &$1) }
      guard let handle = unsafe found.handle else {
        throw CodecError(
          unsafe RuntimeLibrary.explanation(of: "libheif", names, found.reasons))
      }
      unsafe self.handle = handle
    }

    /// The value of `BOXWALK_LIBHEIF`, or else the names of the system's library.
    static var usualNames: [String] {
      RuntimeLibrary.names("libheif", versions: [1], variable: "BOXWALK_LIBHEIF")
    }

    /// The library that is used by default; it is searched for only once.
    static let usual = Result { () throws(CodecError) in try LibHEIFLibrary() }

    /// `1.15.1`. A constant string of the library.
    var version: String { unsafe String(cString: boxwalk_heif_version(handle)) }

    /// The file; the string is kept with the handle.
    var path: String { unsafe String(cString: boxwalk_library_file(handle)) }

    /// A codec, as libheif numbers it.
    enum Codec: CaseIterable {
      case hevc, av1, avc, vvc, evc, jpeg, jpeg2000

      var number: Int32 {
        switch self {
        case .hevc: Int32(BOXWALK_HEIF_HEVC)
        case .av1: Int32(BOXWALK_HEIF_AV1)
        case .avc: Int32(BOXWALK_HEIF_AVC)
        case .vvc: Int32(BOXWALK_HEIF_VVC)
        case .evc: Int32(BOXWALK_HEIF_EVC)
        case .jpeg: Int32(BOXWALK_HEIF_JPEG)
        case .jpeg2000: Int32(BOXWALK_HEIF_JPEG2000)
        }
      }

      var title: String {
        switch self {
        case .hevc: "HEVC"
        case .av1: "AV1"
        case .avc: "AVC (H.264)"
        case .vvc: "VVC (H.266)"
        case .evc: "EVC"
        case .jpeg: "JPEG"
        case .jpeg2000: "JPEG 2000"
        }
      }
    }

    /// Throws unless it has a decoder.
    func checkDecoding(_ codec: Codec) throws(CodecError) {
      guard decodes(codec) else {
        throw CodecError("\(path) has no decoder of \(codec.title)", .unsupported)
      }
    }

    /// Whether AV1 images that are written may have more than 8 bits: version 1.15 ends the process.
    var hasDeepAV1: Bool { unsafe boxwalk_heif_is_from(handle, 16) != 0 }

    /// Whether it gives the samples of codecs other than HEVC and AV1: older versions change them, or read them wrongly.
    var keepsOtherSamples: Bool { unsafe boxwalk_heif_is_from(handle, 19) != 0 }

    func encodes(_ codec: Codec) -> Bool {
      unsafe boxwalk_heif_has_encoder(handle, codec.number) != 0
    }

    func decodes(_ codec: Codec) -> Bool {
      unsafe boxwalk_heif_has_decoder(handle, codec.number) != 0
    }

    /// The names of the encoders; the first is the one that is taken.
    func encoders(_ codec: Codec) -> [String] {
      names { index, name in
        unsafe boxwalk_heif_encoder_name(handle, codec.number, index, &name)
      }
    }

    /// The names of the decoders; the first is the one that is taken.
    func decoders(_ codec: Codec) -> [String] {
      names { index, name in
        unsafe boxwalk_heif_decoder_name(handle, codec.number, index, &name)
      }
    }

    private func names(_ name: (Int32, inout [CChar]) -> Int32) -> [String] {
      var names: [String] = []
      var text = [CChar](repeating: 0, count: Int(BOXWALK_LIBRARY_MESSAGE))
      while name(Int32(names.count), &text) != 0 { names.append(CodecError.text(text)) }
      return names
    }
  }
#endif

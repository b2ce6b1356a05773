#if canImport(CDe265)
  import AV1
  internal import CLibHEIF
  import FieldCoding
  import HEIF
  import HEVC
  import ISOBMFF

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
      try library.checkDecoding(Image.coding)
      self.library = library
      self.configuration = configuration
      self.size = size
      self.budget = budget
    }

    mutating func decode(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) {
      let image = try Image(data, configuration)
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
      var message = [CChar](repeating: 0, count: Int(BOXWALK_HEIF_MESSAGE))
      // The file is read only during the call.
      let result = unsafe boxwalk_heif_decode(
        library.handle, file, file.count, UInt32(clamping: max(size.width, size.height) + 63),
        image.chroma.idc, &picture, &message)
      guard result == 0 else {
        throw CodecError("libheif says: \(CodecError.text(message))")
      }
      defer { unsafe boxwalk_heif_picture_free(&picture) }
      try body(try unsafe tile(picture))
    }

    /// The library takes files only. This one states that red, green and blue are the samples, so that the library does
    /// not change them.
    private func file(_ image: Image, _ data: [UInt8]) throws(CodecError) -> [UInt8] {
      var colour = CodingIndependentCodePoints()
      (colour.colourPrimaries, colour.transferCharacteristics) = (1, 13)
      (colour.matrixCoefficients, colour.isFullRange) = (0, true)
      let single = SingleImageFile(
        Image.itemType,
        [
          Item.Property(image.box, isEssential: true), Item.Property(size.property),
          Item.Property(colour.property),
        ], brand: Image.itemType == "av01" ? "avif" : "heic")
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
      guard let chroma = ChromaSampling(idc: unsafe picture.chroma),
        (8...16).contains(unsafe picture.bit_depth)
      else { throw CodecError("its samples have a format that is not supported") }
      var tile = DecodedTile(
        width: width, height: height, chroma: chroma,
        bitDepth: Int(unsafe picture.bit_depth))
      let (horizontal, vertical) = tile.chroma.subsampling
      let planes = unsafe [picture.planes.0, picture.planes.1, picture.planes.2]
      for channel in 0..<tile.chroma.planeCount {
        let plane = unsafe planes[channel]
        let (h, v) = channel == 0 ? (1, 1) : (horizontal, vertical)
        let (columns, rows) = ((width + h - 1) / h, (height + v - 1) / v)
        guard let base = unsafe plane.bytes, unsafe Int(plane.width) >= columns,
          unsafe Int(plane.height) >= rows
        else { throw CodecError("libheif gave no picture") }
        tile.planes.append(
          unsafe DecodedTile.Plane(
            base: UnsafeRawPointer(base), stride: plane.stride, width: columns, height: rows))
      }
      return tile
    }
  }

  /// The information about a coded image that libheif needs.
  protocol LibHEIFImage {
    static var coding: LibHEIFLibrary.Coding { get }
    static var itemType: FourCC { get }
    /// The decoder configuration.
    var box: Box { get }
    var chroma: ChromaSampling { get }
    /// The width that the bitstream states.
    var width: Int { get }
    var height: Int { get }

    init(_ data: [UInt8], _ configuration: ImagePlan.DecoderConfiguration) throws(CodecError)
  }

  struct HEVCItem: LibHEIFImage {
    static let coding = LibHEIFLibrary.Coding.hevc
    static let itemType: FourCC = "hvc1"
    let box: Box
    let chroma: ChromaSampling
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
        self.box = Box(box)
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
    static let coding = LibHEIFLibrary.Coding.av1
    static let itemType: FourCC = "av01"
    let box: Box
    let chroma: ChromaSampling
    let width: Int
    let height: Int

    init(_ data: [UInt8], _ configuration: ImagePlan.DecoderConfiguration) throws(CodecError) {
      do throws(FieldError) {
        let units = try OpenBitstreamUnit.units(in: Bytes(data))
          .filter { $0.header.type == .sequenceHeader }
        let record = try AV1CodecConfigurationRecord(units: Array(units.prefix(1)))
        var box = AV1CodecConfigurationBox()
        box.record = record
        self.box = Box(box)
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
#endif

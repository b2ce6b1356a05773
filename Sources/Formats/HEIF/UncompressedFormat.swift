import FieldCoding
public import ISOBMFF

/// The components of an uncompressed image, and the storage of their samples (ISO/IEC 23001-17 §5.2).
///
/// Its values are valid: the image can be read if there are enough bytes.
public struct UncompressedFormat: Sendable {
  /// The kind of the samples of a component (`component_type`, ISO/IEC 23001-17 table 1).
  public enum Meaning: UInt16, Sendable {
    case monochrome = 0
    case luma, cb, cr, red, green, blue, alpha, depth, disparity, palette, filterArray
  }

  /// The number format of samples (`component_format`, table 2).
  public enum Number: UInt8, Sendable { case unsigned, float, complex, signed }

  /// The chroma subsampling (`sampling_type`, table 3).
  public enum Sampling: UInt8, Sendable {
    case none, yuv422, yuv420, yuv411

    /// Luma samples for each chroma sample in a row, and in a column.
    public var factors: (horizontal: Int, vertical: Int) {
      switch self {
      case .none: (1, 1)
      case .yuv422: (2, 1)
      case .yuv420: (2, 2)
      case .yuv411: (4, 1)
      }
    }
  }

  /// The order of samples (`interleave_type`, table 4).
  public enum Interleave: UInt8, Sendable {
    case component, pixel, mixed, row, tileComponent, multiY
  }

  /// A component as its samples are stored.
  public struct Component: Equatable, Sendable {
    /// The meaning of the samples; nil for components that are not a part of the image, such as padding.
    public var meaning: Meaning?
    /// The bits of a sample.
    public var bitDepth: Int
    /// The kind of numbers.
    public var number: Number
    /// The bytes of a sample; 0 if samples follow each other bit by bit.
    public var alignSize = 0

    /// Whether the component is subsampled with chroma.
    public var isChroma: Bool { meaning == .cb || meaning == .cr }
  }

  /// The reason why an image cannot be read, as the end of a sentence.
  public struct Refusal: Error, Equatable, Sendable {
    /// `has a sampling type of 7, which is not known`
    public var sentence: String
  }

  /// The components in the order in which they are stored.
  public private(set) var components: [Component] = []
  /// The colours of a component `palette`; nil if there is none.
  public private(set) var palette: UncompressedPalette?
  /// The chroma subsampling.
  public private(set) var sampling = Sampling.none
  /// The order of samples.
  public private(set) var interleave = Interleave.pixel
  /// The fields of `uncC` that need no meaning.
  public private(set) var configuration = UncompressedFrameConfigBox()
  /// The size of each tile.
  public private(set) var tileSize: ImagePlan.Size
  /// The tiles of a row.
  public private(set) var tileColumns = 1
  /// The rows of tiles.
  public private(set) var tileRows = 1

  /// Reads the format of an uncompressed image (ISO/IEC 23001-17 §5.2).
  ///
  /// Throws if the properties contradict each other, or if the format is not supported.
  ///
  /// - Parameters:
  ///   - boxes: the properties of the image, with `uncC`.
  ///   - size: the size of the whole image.
  public init(_ boxes: [Box], size: ImagePlan.Size) throws(Refusal) {
    guard let configuration = boxes.first(UncompressedFrameConfigBox.self) else {
      throw Refusal(sentence: "has no configuration (uncC)")
    }
    tileSize = size
    if configuration.header.version == 1 {
      components = try UncompressedFormat.components(of: configuration.profile)
    } else {
      self.configuration = configuration
      let definitions = boxes.first(ComponentDefinitionBox.self)?.components ?? []
      components = try UncompressedFormat.components(configuration, definitions)
      if components.contains(where: { $0.meaning == .palette }) {
        guard let box = boxes.first(ComponentPaletteBox.self) else {
          throw Refusal(sentence: "has no palette (cpal)")
        }
        palette = try UncompressedPalette(box, definitions)
      }
      try readArrangement(configuration)
      try divide(size)
    }
    try check()
  }

  /// The components of a profile. Version 1 states only the profile (§5.2.1.3, table 5).
  private static func components(of profile: FourCC) throws(Refusal) -> [Component] {
    let meanings: [Meaning]
    switch profile {
    case "rgb3": meanings = [.red, .green, .blue]
    case "rgba": meanings = [.red, .green, .blue, .alpha]
    case "abgr": meanings = [.alpha, .blue, .green, .red]
    default:
      throw Refusal(sentence: "has the profile \(profile), which is not known without components")
    }
    return meanings.map { Component(meaning: $0, bitDepth: 8, number: .unsigned) }
  }

  private static func components(
    _ configuration: UncompressedFrameConfigBox, _ definitions: [ComponentDefinitionBox.Component]
  ) throws(Refusal) -> [Component] {
    guard (1...64).contains(configuration.components.count) else {
      throw Refusal(
        sentence: "has \(configuration.components.count) components, instead of 1 to 64")
    }
    var components: [Component] = []
    for component in configuration.components {
      guard Int(component.index) < definitions.count else {
        throw Refusal(sentence: "has a component \(component.index) that is not defined (cmpd)")
      }
      guard let number = Number(rawValue: component.format) else {
        throw Refusal(sentence: "has samples of the unknown format \(component.format)")
      }
      components.append(
        Component(
          meaning: Meaning(rawValue: definitions[Int(component.index)].componentType),
          bitDepth: Int(component.bitDepthMinusOne) + 1, number: number,
          alignSize: Int(component.alignSize)))
    }
    return components
  }

  private mutating func readArrangement(
    _ configuration: UncompressedFrameConfigBox
  ) throws(Refusal) {
    guard let sampling = Sampling(rawValue: configuration.samplingType) else {
      throw Refusal(
        sentence: "has the sampling type \(configuration.samplingType), which is not known")
    }
    guard let interleave = Interleave(rawValue: configuration.interleaveType) else {
      throw Refusal(
        sentence: "has the interleave type \(configuration.interleaveType), which is not known")
    }
    (self.sampling, self.interleave) = (sampling, interleave)
  }

  private mutating func divide(_ size: ImagePlan.Size) throws(Refusal) {
    tileColumns = Int(configuration.tileColumnsMinusOne) + 1
    tileRows = Int(configuration.tileRowsMinusOne) + 1
    guard size.width % tileColumns == 0, size.height % tileRows == 0 else {
      throw Refusal(
        sentence: "is \(size.width) × \(size.height), which is not a multiple of "
          + "its \(tileColumns) × \(tileRows) tiles")
    }
    tileSize = ImagePlan.Size(
      width: size.width / tileColumns, height: size.height / tileRows)
    let (horizontal, vertical) = sampling.factors
    guard tileSize.width % horizontal == 0, tileSize.height % vertical == 0 else {
      throw Refusal(
        sentence: "has tiles of \(tileSize.width) × \(tileSize.height), which start within a "
          + "chroma sample")
    }
  }

  /// Refuses forbidden formats, and those that are so rare that there are no files for tests.
  private func check() throws(Refusal) {
    for component in components where component.meaning != nil { try component.check() }
    guard configuration.blockSize <= 8 else {
      throw Refusal(
        sentence: "has blocks of \(configuration.blockSize) bytes, which is not supported")
    }
    if configuration.blockSize > 0,
      components.contains(where: { $0.storedBits > Int(configuration.blockSize) * 8 })
    {
      throw Refusal(sentence: "has samples that are longer than its blocks")
    }
    let orders: [Interleave] =
      switch sampling {
      case .none: [.component, .pixel, .row, .tileComponent]
      case .yuv420: [.component, .mixed]
      case .yuv422, .yuv411: [.component, .mixed, .multiY]
      }
    guard orders.contains(interleave) else {
      throw Refusal(
        sentence: "has the interleave type \(interleave.rawValue), which does not fit the "
          + "sampling type \(sampling.rawValue)")
    }
    _ = try planes(isAlpha: false)
  }
}

extension UncompressedFormat.Component {
  /// The number of stored bits of a sample.
  public var storedBits: Int { alignSize > 0 ? alignSize * 8 : bitDepth }

  fileprivate func check() throws(UncompressedFormat.Refusal) {
    let depths: [Int] =
      switch number {
      case .unsigned, .signed: Array(1...32)
      case .float: [16, 32, 64]
      case .complex: []
      }
    guard depths.contains(bitDepth) else {
      let title = ["unsigned", "floating-point", "complex", "signed"][Int(number.rawValue)]
      throw UncompressedFormat.Refusal(
        sentence: "has \(title) samples of \(bitDepth) bits, which are not supported")
    }
    guard alignSize == 0 || (bitDepth...64).contains(alignSize * 8) else {
      throw UncompressedFormat.Refusal(
        sentence: "has samples of \(bitDepth) bits in \(alignSize) bytes, which is not supported")
    }
    guard number != .float || !isChroma else {
      throw UncompressedFormat.Refusal(
        sentence: "has chroma of floating-point numbers, which is not supported")
    }
  }
}

extension UncompressedFormat {
  /// The kind of the planes of the image.
  public enum Colours: Sendable { case gray, yCbCr, rgb }

  /// The components of the image: those of the palette, if there is one.
  private var shown: [Component] { palette?.components ?? components }

  /// The kind of the planes of the image.
  public var colours: Colours {
    let meanings = Set<Meaning>(shown.compactMap(\.meaning))
    if meanings.isSuperset(of: [.red, .green, .blue]) { return .rgb }
    return meanings.isSuperset(of: [.luma, .cb, .cr]) ? .yCbCr : .gray
  }

  /// Whether there is an alpha component.
  public var hasAlpha: Bool {
    shown.contains { $0.meaning == .alpha } && shown.contains { $0.meaning != .alpha }
  }

  /// The component of each plane: green, blue and red, in the order of the identity matrix (ITU-T H.273); luma, Cb and
  /// Cr; or only one component.
  ///
  /// Throws if the components do not make up an image that can be shown.
  ///
  /// - Parameter isAlpha: whether the image is an alpha plane.
  public func planes(isAlpha: Bool) throws(Refusal) -> [Meaning] {
    let meanings: [Meaning]
    switch colours {
    case _ where isAlpha: meanings = [.alpha]
    case .rgb: meanings = [.green, .blue, .red]
    case .yCbCr: meanings = [.luma, .cb, .cr]
    case .gray:
      guard !components.contains(where: { $0.meaning == .filterArray }) else {
        throw Refusal(
          sentence:
            "is what a sensor sees behind a filter array (Bayer): its colours have to be developed by a "
            + "program for raw photos; boxwalk extract gives its samples")
      }
      let own = Set<Meaning>(shown.compactMap(\.meaning))
      let grays: [Meaning] = [.monochrome, .luma, .depth, .disparity, .alpha]
      guard let gray = grays.first(where: own.contains) else {
        throw Refusal(sentence: "has no components that make up a picture")
      }
      meanings = [gray]
    }
    for meaning in meanings {
      // Luma of several columns is between chroma samples.
      let count = interleave == .multiY && meaning == .luma ? sampling.factors.horizontal : 1
      guard shown.count(where: { $0.meaning == meaning }) == count else {
        throw Refusal(sentence: "has not as many components as its colours need")
      }
    }
    return meanings
  }
}

extension CodingIndependentCodePoints {
  /// The default colours of an uncompressed image: full range (ISO/IEC 23000-22 §7.3.6.4).
  init(_ colours: UncompressedFormat.Colours) {
    self = colours == .rgb ? .png : .jfif
  }
}

/// The colours for the sample values of a component `palette` (ISO/IEC 23001-17 §6.1.2).
public struct UncompressedPalette: Sendable {
  /// The components of each colour.
  public let components: [UncompressedFormat.Component]
  /// The number of colours, at most 65,536.
  public let count: Int
  /// Colour after colour, each with a value for each component.
  private let values: Bytes

  init(
    _ box: ComponentPaletteBox, _ definitions: [ComponentDefinitionBox.Component]
  ) throws(UncompressedFormat.Refusal) {
    guard (1...64).contains(box.components.count), box.valuesCount <= 65_536 else {
      throw UncompressedFormat.Refusal(sentence: "has a palette (cpal) that is not supported")
    }
    var components: [UncompressedFormat.Component] = []
    for component in box.components {
      guard Int(component.index) < definitions.count,
        component.format == UncompressedFormat.Number.unsigned.rawValue,
        component.bitDepthMinusOne < 16
      else {
        throw UncompressedFormat.Refusal(sentence: "has a palette (cpal) that is not supported")
      }
      components.append(
        UncompressedFormat.Component(
          meaning: UncompressedFormat.Meaning(
            rawValue: definitions[Int(component.index)].componentType),
          bitDepth: Int(component.bitDepthMinusOne) + 1, number: .unsigned))
    }
    self.components = components
    count = Int(box.valuesCount)
    values = box.values
    guard components.reduce(0, { $0 + $1.byteCount }) * count <= values.count else {
      throw UncompressedFormat.Refusal(sentence: "has a palette (cpal) that ends early")
    }
  }

  /// The value that each colour has for one of the components.
  public func values(ofComponent index: Int) -> [Int] {
    let bytes = Array(values)
    let size = components[index].byteCount
    let start = components[..<index].reduce(0) { $0 + $1.byteCount }
    let stride = components.reduce(0) { $0 + $1.byteCount }
    return (0..<count).map { colour in
      let first = colour * stride + start
      let stored = bytes[first..<first + size].reduce(0) { $0 << 8 | Int($1) }
      return stored >> (size * 8 - components[index].bitDepth)
    }
  }
}

extension UncompressedFormat.Component {
  /// The number of bytes of a value of the palette; each value starts on a byte boundary.
  fileprivate var byteCount: Int { (bitDepth + 7) / 8 }
}

extension HEIFFile {
  /// The format of the samples of an item; nil if it is not an uncompressed image.
  ///
  /// Throws if they cannot be read.
  func uncompressedFormat(of item: Item) throws(FieldError) -> UncompressedFormat? {
    guard Codec(itemType: item.type) == .uncompressed, let size = item.statedSize else {
      return nil
    }
    do throws(UncompressedFormat.Refusal) {
      return try UncompressedFormat(item.properties.map(\.box), size: size)
    } catch {
      throw self.error(item.id, error.sentence, in: "iprp")
    }
  }

  /// Whether an item has alpha components.
  func hasAlphaComponent(_ id: UInt32) -> Bool {
    item(id).flatMap { try? uncompressedFormat(of: $0) }?.hasAlpha == true
  }
}

extension ImagePlan {
  /// Converts the ranges of compressed units from a draft of the standard (`icbr`, in the file) to those of the
  /// standard (`icef`, in the item).
  mutating func takeUnits(of item: Item) {
    guard let draft = item.property(ItemCompressedByteRangeInfoBox.self)?.ranges, !draft.isEmpty
    else { return }
    var extents: [Range<Int>] = []
    draft.forEachRow { _, row in
      let (start, count) = (Int(clamping: row[0]), Int(clamping: row[1]))
      let (end, overflow) = start.addingReportingOverflow(count)
      extents.append(start >= 0 && count >= 0 && !overflow ? start..<end : 0..<0)
    }
    var units = GenericallyCompressedUnitsItemInfoBox()
    units.unitSizeCode = 4
    units.units = FieldTable(
      columns: [.uint(64, "unit_size")], rows: extents.map { [Int64($0.count)] })
    var file = BoxFile(Bytes())
    file.boxes = [Box(units)]
    guard let box = try? file.encoded().bytes else { return }
    tiles[0].extents = extents
    configurations[0].parameterSets.append(Array(box))
  }

  /// The plan for the alpha components of the image.
  var ofAlphaComponent: ImagePlan {
    var plan = self
    for index in configurations.indices { plan.configurations[index].isAlpha = true }
    plan.colour = nil
    plan.codedColour = .jfif
    return plan
  }
}

public import FieldCoding

// This is the form in which a plan is sent to another process. Both ends are of the same build.

extension ImagePlan: FieldCodable {
  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try layerFields(&f)
    var isOverlay = overlay != nil
    try f.flag("is_overlay", &isOverlay)
    try f.reserved(7)
    if isOverlay {
      var layers = overlay ?? Overlay()
      try layers.fields(&f)
      overlay = layers
    }
  }

  /// The fields except the overlay, because a layer of an overlay has none itself.
  mutating func layerFields(_ f: inout FieldCoder) throws(FieldError) {
    try codec.fields(&f)
    try f.list("configurations", &configurations, count: .bits(32, "configuration_count"))
    try f.list("tiles", &tiles, count: .bits(32, "tile_count"))
    try f.count("columns", &columns)
    try f.count("rows", &rows)
    try tileSize.fields(&f)
    try canvas.fields(&f)
    try sampleShape.fields(&f)
    try f.list(
      "transforms", &transforms, count: .bits(32, "transform_count"), of: .flipVertically
    ) { (transform, f) throws(FieldError) in try transform.fields(&f) }
    try f.count("peakLuminance", &peakLuminance)
    var hasColour = colour != nil
    try f.flag("has_colour", &hasColour)
    try f.reserved(7)
    if hasColour {
      var points = colour ?? CodingIndependentCodePoints()
      try points.fields(&f)
      colour = points
    }
    try codedColour.fields(&f)
  }
}

extension Codec {
  package mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var number = rawValue
    try f.uint(8, "codec", &number)
    guard let codec = Codec(rawValue: number) else {
      throw f.error(.invalid("\(number) is not a codec"))
    }
    self = codec
  }
}

extension ImagePlan.DecoderConfiguration: FieldCodable {
  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list(
      "parameterSets", &parameterSets, count: .bits(32, "parameter_set_count"), of: []
    ) { (unit, f) throws(FieldError) in
      var bytes = Bytes(unit)
      try f.bytes("nalUnit", &bytes, count: .bits(32, "length"))
      unit = Array(bytes)
    }
    try f.count("lengthSize", &lengthSize)
    try f.flag("isAlpha", &isAlpha)
    var hasLayer = layer != nil
    try f.flag("hasLayer", &hasLayer)
    try f.flag("isRGB", &isRGB)
    try f.flag("hasInks", &hasInks)
    try f.reserved(4)
    var type = itemType ?? FourCC(rawValue: 0)
    try f.uint(32, "itemType", &type.rawValue)
    itemType = type.rawValue == 0 ? nil : type
    var boxes = Bytes(properties)
    try f.bytes("properties", &boxes, count: .bits(32, "properties_size"))
    properties = Array(boxes)
    try f.count("operatingPoint", &operatingPoint)
    try f.count("referenceCount", &referenceCount)
    guard hasLayer else {
      layer = nil
      return
    }
    var number = layer ?? 0
    try f.count("layer", &number)
    layer = number
  }
}

extension ImagePlan.CodedImage: FieldCodable {
  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.count("configuration", &configuration)
    try f.list("extents", &extents, count: .bits(32, "extent_count"), of: 0..<0) {
      (extent, f) throws(FieldError) in
      var start = extent.lowerBound
      var length = extent.count
      try f.count("start", &start)
      try f.count("length", &length)
      let (end, overflow) = start.addingReportingOverflow(length)
      guard !overflow else { throw f.error(.invalid("an extent ends beyond all files")) }
      extent = start..<end
    }
    try f.flag("isLost", &isLost)
    try f.flag("isCut", &isCut)
    try f.reserved(6)
  }
}

extension ImagePlan.Size: FieldCodable {
  public init() { self.init(width: 0, height: 0) }
  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.count("width", &width)
    try f.count("height", &height)
  }
}

extension ImagePlan.Transform {
  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var kind: UInt8 =
      switch self {
      case .crop: 0
      case .rotate: 1
      case .flipVertically: 2
      case .flipHorizontally: 3
      }
    try f.uint(8, "kind", &kind)
    switch kind {
    case 0:
      var (x, y, width, height) = (0, 0, 0, 0)
      if case .crop(let cropX, let cropY, let cropWidth, let cropHeight) = self {
        (x, y, width, height) = (cropX, cropY, cropWidth, cropHeight)
      }
      try f.count("x", &x)
      try f.count("y", &y)
      try f.count("width", &width)
      try f.count("height", &height)
      self = .crop(x: x, y: y, width: width, height: height)
    case 1:
      var turns = 0
      if case .rotate(let quarterTurns) = self { turns = quarterTurns }
      try f.count("quarterTurns", &turns)
      self = .rotate(quarterTurns: turns)
    case 2: self = .flipVertically
    case 3: self = .flipHorizontally
    default: throw f.error(.invalid("\(kind) is not a transformation"))
    }
  }
}

extension CodingIndependentCodePoints: FieldCodable {
  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "colour_primaries", &colourPrimaries)
    try f.uint(16, "transfer_characteristics", &transferCharacteristics)
    try f.uint(16, "matrix_coefficients", &matrixCoefficients)
    try f.flag("full_range_flag", &isFullRange)
    try f.reserved(7)
  }
}

extension FieldCoder {
  /// A number that is not negative, in 64 bits.
  fileprivate mutating func count(
    _ name: StaticString, _ value: inout Int
  ) throws(FieldError) {
    var wide = UInt64(clamping: value)
    try uint(64, name, &wide)
    guard let exact = Int(exactly: wide) else { throw error(.doesNotFit(value: wide, bits: 63)) }
    value = exact
  }
}

public import FieldCoding

extension ImagePlan {
  /// Pictures that are put on a canvas, one over the other (`iovl`, ISO/IEC 23008-12 §6.6.2.2).
  ///
  /// The size of the canvas, and what is done with the whole, is the plan's.
  public struct Overlay: Equatable, Sendable {
    /// Red, green, blue and opacity of what no picture covers; 65535 is the most.
    public var fill: [UInt16] = [0, 0, 0, 0xFFFF]
    /// The layers from the bottom. None of them has an overlay.
    public var layers: [Layer] = []

    public init() {}

    /// Whether nothing is seen through the canvas where no picture covers it.
    public var isOpaque: Bool { fill.last == .max }
  }

  /// A picture of an overlay.
  public struct Layer: Equatable, Sendable {
    /// How the picture is decoded.
    public var plan = ImagePlan()
    /// How opaque it is, as a picture of the same size; opaque if it is nil.
    public var alpha: ImagePlan?
    /// Whether its colours are multiplied by their opacity already (`prem`).
    public var isPremultiplied = false
    /// The place of its left and its top edge; may be outside of the canvas.
    public var x = 0
    /// The place of its top edge, in luma samples of the canvas; it may be outside.
    public var y = 0

    public init() {}
  }
}

extension ImagePlan.Overlay: FieldCodable {
  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list(16, "fill", &fill, count: .exactly(4))
    try f.list("layers", &layers, count: .bits(32, "layer_count"))
  }
}

extension ImagePlan.Layer: FieldCodable {
  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try plan.layerFields(&f)
    var hasAlpha = alpha != nil
    try f.flag("has_alpha", &hasAlpha)
    try f.flag("is_premultiplied", &isPremultiplied)
    try f.reserved(6)
    if hasAlpha {
      var picture = alpha ?? ImagePlan()
      try picture.layerFields(&f)
      alpha = picture
    }
    try f.place("x", &x)
    try f.place("y", &y)
  }
}

extension FieldCoder {
  /// A number that fits into 32 bits.
  fileprivate mutating func place(
    _ name: StaticString, _ value: inout Int
  ) throws(FieldError) {
    var narrow = Int32(clamping: value)
    try int(32, name, &narrow)
    value = Int(narrow)
  }
}

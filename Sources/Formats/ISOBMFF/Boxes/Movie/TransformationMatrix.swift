/// The matrix that positions a picture: x' = (ax + cy + x) / (ux + vy + w), y' = (bx + dy + y) / (…), in the order of
/// the file (ISO/IEC 14496-12 §6.2.2).
public struct TransformationMatrix: FieldCodable {
  /// 16.16, like `b`, `c`, `d`, `x` and `y`.
  public var a: Int32 = 0x1_0000
  public var b: Int32 = 0
  /// 2.30, like `v` and `w`.
  public var u: Int32 = 0
  public var c: Int32 = 0
  public var d: Int32 = 0x1_0000
  public var v: Int32 = 0
  public var x: Int32 = 0
  public var y: Int32 = 0
  public var w: Int32 = 0x4000_0000

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.within("matrix") { (f) throws(FieldError) in
      try f.int(32, "a", &a, as: .fixed(fraction: 16))
      try f.int(32, "b", &b, as: .fixed(fraction: 16))
      try f.int(32, "u", &u, as: .fixed(fraction: 30))
      try f.int(32, "c", &c, as: .fixed(fraction: 16))
      try f.int(32, "d", &d, as: .fixed(fraction: 16))
      try f.int(32, "v", &v, as: .fixed(fraction: 30))
      try f.int(32, "x", &x, as: .fixed(fraction: 16))
      try f.int(32, "y", &y, as: .fixed(fraction: 16))
      try f.int(32, "w", &w, as: .fixed(fraction: 30))
    }
  }
}

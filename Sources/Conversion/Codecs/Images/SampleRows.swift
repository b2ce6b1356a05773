/// Rows of samples. Those of a pixel are next to each other.
struct SampleRows {
  var width: Int
  var height: Int
  /// 1: grey. 3: red, green, blue. 2 and 4: the same with opacity.
  var channels: Int
  /// 8 or 16; 16 are big-endian.
  var bitDepth: Int
  var bytes: [UInt8]
}

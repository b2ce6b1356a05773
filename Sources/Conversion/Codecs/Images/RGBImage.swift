/// Interleaved red, green and blue of 8 bits.
struct RGBImage {
  var width: Int
  var height: Int
  var samples: [UInt8]
}

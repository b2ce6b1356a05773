/// Interleaved samples.
package enum PackedPixels {
  /// Samples as blue, green, red and opacity, in a byte each.
  ///
  /// - Parameters:
  ///   - channels: 1 for grey, 3 for red, green and blue; 2 and 4 for the same with opacity that is not
  ///     premultiplied.
  ///   - overWhite: whether they are blended with white, so that all of them become opaque.
  package static func bgra(_ samples: [UInt8], channels: Int, overWhite: Bool) -> [UInt8] {
    let count = samples.count / channels
    let hasOpacity = channels % 2 == 0
    let (green, blue) = channels > 2 ? (1, 2) : (0, 0)
    // Exactly the bytes that are counted are filled.
    return unsafe [UInt8](unsafeUninitializedCapacity: count * 4) { bytes, filled in
      for index in 0..<count {
        let offset = index * channels
        var opacity = hasOpacity ? Int(samples[offset + channels - 1]) : 255
        var colour = (
          Int(samples[offset + blue]), Int(samples[offset + green]), Int(samples[offset])
        )
        if overWhite, opacity < 255 {
          func blend(_ value: Int) -> Int { (value * opacity + 127) / 255 + 255 - opacity }
          colour = (blend(colour.0), blend(colour.1), blend(colour.2))
          opacity = 255
        }
        unsafe bytes[index * 4] = UInt8(clamping: colour.0)
        unsafe bytes[index * 4 + 1] = UInt8(clamping: colour.1)
        unsafe bytes[index * 4 + 2] = UInt8(clamping: colour.2)
        unsafe bytes[index * 4 + 3] = UInt8(clamping: opacity)
      }
      filled = count * 4
    }
  }
}

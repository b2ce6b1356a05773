import ISOBMFF

extension CleanApertureBox {
  /// The clean aperture of an image in whole samples (ISO/IEC 14496-12 §12.1.4.1).
  ///
  /// Its centre is that of the image, shifted by the offset. If edges are between samples, the left and top edges are
  /// rounded down and the size to the nearest, as in other readers. It is clipped to the image; nil if nothing is
  /// left, or if a denominator is zero.
  func crop(of size: ImagePlan.Size) -> ImagePlan.Transform? {
    guard
      let horizontal = Self.span(size.width, widthN, widthD, horizOffN, horizOffD),
      let vertical = Self.span(size.height, heightN, heightD, vertOffN, vertOffD)
    else { return nil }
    return .crop(
      x: horizontal.lowerBound, y: vertical.lowerBound, width: horizontal.count,
      height: vertical.count)
  }

  /// `length` samples of `whole`, around its centre moved by `offset`.
  private static func span(
    _ whole: Int, _ lengthN: UInt32, _ lengthD: UInt32, _ offsetN: Int32, _ offsetD: UInt32
  ) -> Range<Int>? {
    guard lengthD > 0, offsetD > 0, whole > 0, whole <= Int(UInt32.max) else { return nil }
    // start = offset + (whole - 1)/2 - (length - 1)/2, over the denominator 2 · lengthD · offsetD.
    let denominator = Int128(2) * Int128(lengthD) * Int128(offsetD)
    let numerator =
      Int128(offsetN) * 2 * Int128(lengthD)
      + (Int128(whole) * Int128(lengthD) - Int128(lengthN)) * Int128(offsetD)
    let floor =
      numerator >= 0 ? numerator / denominator : -((denominator - 1 - numerator) / denominator)
    let length = (Int128(lengthN) * 2 + Int128(lengthD)) / (Int128(lengthD) * 2)
    let start = max(floor, 0)
    let end = min(floor + length, Int128(whole))
    return start < end ? Int(start)..<Int(end) : nil
  }
}

import ISOBMFF

extension Edit {
  /// Adapts the headers of a track to a new size of its frames: the track size, the clean aperture, and the
  /// translation of its matrix.
  ///
  /// Throws if there is no such track.
  ///
  /// - Parameters:
  ///   - old: the old width and height of the frames, at least 1.
  ///   - new: the new width and height.
  public mutating func scaleFrames(
    ofTrack id: UInt32, from old: (width: Int, height: Int), to new: (width: Int, height: Int)
  ) throws(EditError) {
    let (x, y) = (
      PictureScale(from: max(1, old.width), to: new.width),
      PictureScale(from: max(1, old.height), to: new.height)
    )
    try changeTrack(id) { (track) throws(EditError) in
      track.change(["tkhd"]) { $0[TrackHeaderBox.self]?.scale(x, y) != nil }
      for type: FourCC in ["clef", "prof", "enof"] {
        track.change(["tapt", type]) { box in
          guard var aperture = box[TrackApertureBox.self] else { return false }
          (aperture.width, aperture.height) = (x(aperture.width), y(aperture.height))
          box[TrackApertureBox.self] = aperture
          return true
        }
      }
      track.change(["mdia", "minf", "stbl", "stsd"]) { table in
        var entries = table.children
        for index in entries.indices {
          entries[index].change(["clap"]) { $0[CleanApertureBox.self]?.scale(x, y) != nil }
        }
        table.children = entries
        return true
      }
    }
  }
}

/// The factor by which each side is enlarged.
private struct PictureScale {
  let old: Int
  let new: Int

  init(from old: Int, to new: Int) { (self.old, self.new) = (old, new) }

  /// A length of 16 bits after the point.
  func callAsFunction(_ length: UInt32) -> UInt32 {
    UInt32(clamping: Int((Double(length) * Double(new) / Double(old)).rounded()))
  }

  func callAsFunction(_ coordinate: Int32) -> Int32 {
    Int32(clamping: Int((Double(coordinate) * Double(new) / Double(old)).rounded()))
  }

  /// A fraction with the precision of 32 bits.
  func scale(_ numerator: inout UInt32, _ denominator: inout UInt32) {
    var (above, below) = (UInt64(numerator) * UInt64(new), UInt64(denominator) * UInt64(old))
    PictureScale.reduce(&above, &below)
    (numerator, denominator) = (UInt32(clamping: above), UInt32(clamping: below))
  }

  func scale(_ numerator: inout Int32, _ denominator: inout UInt32) {
    var (above, below) = (
      UInt64(numerator.magnitude) * UInt64(new), UInt64(denominator) * UInt64(old)
    )
    PictureScale.reduce(&above, &below)
    let sign: Int64 = numerator < 0 ? -1 : 1
    (numerator, denominator) = (
      Int32(clamping: sign * Int64(clamping: above)), UInt32(clamping: below)
    )
  }

  private static func reduce(_ above: inout UInt64, _ below: inout UInt64) {
    var (a, b) = (above, below)
    while b > 0 { (a, b) = (b, a % b) }
    if a > 1 { (above, below) = (above / a, below / a) }
    while above > UInt64(UInt32.max >> 1) || below > UInt64(UInt32.max) {
      (above, below) = (above >> 1, max(1, below >> 1))
    }
  }
}

extension TrackHeaderBox {
  fileprivate mutating func scale(_ x: PictureScale, _ y: PictureScale) {
    (width, height) = (x(width), y(height))
    // If frames are rotated by a quarter, the horizontal translation is their height.
    let isRotated = matrix.a == 0 && matrix.d == 0
    (matrix.x, matrix.y) =
      isRotated ? (y(matrix.x), x(matrix.y)) : (x(matrix.x), y(matrix.y))
  }
}

extension CleanApertureBox {
  fileprivate mutating func scale(_ x: PictureScale, _ y: PictureScale) {
    x.scale(&widthN, &widthD)
    y.scale(&heightN, &heightD)
    x.scale(&horizOffN, &horizOffD)
    y.scale(&vertOffN, &vertOffD)
  }
}

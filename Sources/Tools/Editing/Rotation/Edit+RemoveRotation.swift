public import ISOBMFF

extension Edit {
  /// Removes the rotation from the matrix of a track after its frames themselves were rotated, so that they are
  /// shown in the same way. The width and height of the track, its apertures and its pixel aspect ratio are
  /// adapted.
  ///
  /// Throws if the matrix does more than rotate and mirror (``ISOBMFF/TransformationMatrix/exactRotation``).
  public mutating func removeRotation(ofTrack id: UInt32) throws(EditError) {
    let tracks = file.boxes.first { $0.type == "moov" }?.children.filter(Edit.isVideo)
    applyMovieMatrix()
    // Alone, a track is shown at the same position wherever its matrix moves it.
    let isAlone = tracks?.count == 1
    try changeTrack(id) { (track) throws(EditError) in
      guard var header = track.children.first(TrackHeaderBox.self) else { return }
      guard let rotation = header.matrix.exactRotation else {
        throw EditError(
          .unsupported,
          "track \(id) is shown through a matrix that does more than rotate and move")
      }
      guard rotation != .none else { return }
      let area = Area(
        width: Int64(header.width), height: Int64(header.height), through: header.matrix)
      header.matrix = TransformationMatrix()
      if !isAlone {
        (header.matrix.x, header.matrix.y) = (
          Int32(clamping: area.left), Int32(clamping: area.top)
        )
      }
      if rotation.swapsSides { swap(&header.width, &header.height) }
      track.change(["tkhd"]) { box in
        box[TrackHeaderBox.self] = header
        return true
      }
      for type: FourCC in ["clef", "prof", "enof"] where rotation.swapsSides {
        track.change(["tapt", type]) { box in
          guard var aperture = box[TrackApertureBox.self] else { return false }
          swap(&aperture.width, &aperture.height)
          box[TrackApertureBox.self] = aperture
          return true
        }
      }
      track.change(["mdia", "minf", "stbl", "stsd"]) { table in
        var entries = table.children
        for index in entries.indices { entries[index].rotateFrames(rotation) }
        table.children = entries
        return true
      }
    }
  }
}

extension TransformationMatrix {
  /// How the matrix rotates and mirrors frames; nil if it does more.
  public var exactRotation: Rotation? {
    Rotation.all.first { rotation in
      let rotated = TransformationMatrix().rotated(rotation)
      return rotated.map {
        $0.a == a && $0.b == b && $0.c == c && $0.d == d && $0.u == u && $0.v == v && $0.w == w
      } ?? false
    }
  }
}

extension Box {
  /// Adapts the clean aperture and the pixel aspect ratio in a sample entry to rotated frames.
  fileprivate mutating func rotateFrames(_ rotation: Rotation) {
    change(["clap"]) { $0[CleanApertureBox.self]?.rotate(rotation) != nil }
    guard rotation.swapsSides else { return }
    change(["pasp"]) { box in
      guard var shape = box[PixelAspectRatioBox.self] else { return false }
      swap(&shape.hSpacing, &shape.vSpacing)
      box[PixelAspectRatioBox.self] = shape
      return true
    }
  }
}

extension CleanApertureBox {
  /// Rotates counter-clockwise, with y pointing down: x' = y, y' = -x; then mirrors left and right.
  fileprivate mutating func rotate(_ rotation: Rotation) {
    for _ in 0..<rotation.quarters {
      swap(&widthN, &heightN)
      swap(&widthD, &heightD)
      (horizOffN, horizOffD, vertOffN, vertOffD) = (
        vertOffN, vertOffD, Int32(0).subtractingSaturating(horizOffN), horizOffD
      )
    }
    if rotation.isMirrored { horizOffN = Int32(0).subtractingSaturating(horizOffN) }
  }
}

import ISOBMFF
import Movie

extension Edit {
  mutating func rotateTracks(_ rotation: Rotation) throws(EditError) {
    try requireKnownTracks()
    applyMovieMatrix()
    guard let movie = file.boxes.firstIndex("moov") else { return }
    var children = file.boxes[movie].children
    let tracks = children.indices.filter { Edit.isVideo(children[$0]) }
    guard !tracks.isEmpty else { throw EditError(.notFound, "has no track of video") }
    var matrices: [TransformationMatrix] = []
    var area: Area?
    for index in tracks {
      guard let header = children[index].children.first(TrackHeaderBox.self) else { continue }
      guard let matrix = header.matrix.rotated(rotation) else {
        throw EditError(
          .unsupported,
          "track \(header.trackID) is shown through a matrix that does more than rotate, scale and move"
        )
      }
      matrices.append(matrix)
      let track = Area(width: Int64(header.width), height: Int64(header.height), through: matrix)
      area = area?.including(track) ?? track
    }
    guard let area, matrices.count == tracks.count else {
      throw EditError(.damaged, "has a track without a header")
    }
    var isChanged = false
    for (index, var matrix) in zip(tracks, matrices) {
      // The shown area starts at 0, 0, as in the files of recorders.
      guard let x = Int32(exactly: Int64(matrix.x) - area.left),
        let y = Int32(exactly: Int64(matrix.y) - area.top)
      else { throw EditError(.unsupported, "has a track that is shown too far away to be rotated") }
      (matrix.x, matrix.y) = (x, y)
      var boxes = children[index].children
      guard let headerIndex = boxes.firstIndex("tkhd"),
        let header = boxes[headerIndex][TrackHeaderBox.self], header.matrix != matrix
      else { continue }
      boxes[headerIndex][TrackHeaderBox.self]?.matrix = matrix
      children[index].children = boxes
      isChanged = true
      notes.append("track \(header.trackID) is shown \(rotation.text)")
    }
    if isChanged { file.boxes[movie].children = children }
  }

  /// Moves the matrix of the movie header to the headers of all tracks, where most programs look for it.
  mutating func applyMovieMatrix() {
    guard let movie = file.boxes.firstIndex("moov"),
      let matrix = file.boxes[movie].children.first(MovieHeaderBox.self)?.matrix,
      matrix != TransformationMatrix()
    else { return }
    var children = file.boxes[movie].children
    for index in children.indices {
      children[index][MovieHeaderBox.self]?.matrix = TransformationMatrix()
      guard children[index].type == "trak" else { continue }
      children[index].change(["tkhd"]) { box in
        guard let own = box[TrackHeaderBox.self]?.matrix else { return false }
        box[TrackHeaderBox.self]?.matrix = own.followed(by: matrix)
        return true
      }
    }
    file.boxes[movie].children = children
  }

  /// Whether a track has frames; text lies over them and stays upright.
  static func isVideo(_ track: Box) -> Bool {
    guard track.type == "trak",
      let handler = track.children.at("mdia").first(HandlerBox.self)?.handlerType
    else { return false }
    return ["vide", "auxv", "pict"].contains(handler)
  }
}

/// The area where frames are shown, in 1/65536 of a pixel.
struct Area {
  var left: Int64
  var top: Int64

  /// The area of a frame, whose sides also have 16 fraction bits.
  init(width: Int64, height: Int64, through matrix: TransformationMatrix) {
    let (a, b) = (Int64(matrix.a), Int64(matrix.b))
    let (c, d) = (Int64(matrix.c), Int64(matrix.d))
    func scaled(_ length: Int64, _ factor: Int64) -> Int64 {
      // The result is less than 2^47, while the product of the integers might overflow.
      Int64((Double(length) * Double(factor) / 0x1_0000).rounded())
    }
    left = Int64(matrix.x) + min(0, scaled(width, a)) + min(0, scaled(height, c))
    top = Int64(matrix.y) + min(0, scaled(width, b)) + min(0, scaled(height, d))
  }

  func including(_ other: Area) -> Area {
    var area = self
    area.left = min(left, other.left)
    area.top = min(top, other.top)
    return area
  }
}

extension TransformationMatrix {
  /// The matrix, followed by a rotation around 0, 0 (ISO/IEC 14496-12 §8.3.2: x' = ax + cy + tx, y' = bx + dy + ty);
  /// nil if it is not affine, or if a number cannot be negated.
  func rotated(_ rotation: Rotation) -> TransformationMatrix? {
    guard u == 0, v == 0, w == 0x4000_0000, ![a, b, c, d, x, y].contains(.min) else { return nil }
    var matrix = self
    for _ in 0..<rotation.quarters {
      // Rotates counter-clockwise, with y pointing down: x' = y, y' = -x.
      (matrix.a, matrix.b) = (matrix.b, -matrix.a)
      (matrix.c, matrix.d) = (matrix.d, -matrix.c)
      (matrix.x, matrix.y) = (matrix.y, -matrix.x)
    }
    if rotation.isMirrored { (matrix.a, matrix.c, matrix.x) = (-matrix.a, -matrix.c, -matrix.x) }
    return matrix
  }
}

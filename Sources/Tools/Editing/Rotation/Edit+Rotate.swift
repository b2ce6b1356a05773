import HEIF
public import ISOBMFF
import Metadata

extension Edit {
  /// Rotates or mirrors a photo or a movie, in addition to its existing rotation. Nothing is re-encoded: only the
  /// properties and headers that tell readers how to show the frames change.
  ///
  ///     if let right = Rotation.clockwise(90) { try edit.rotate(right) }
  ///     try edit.rotate(.flipHorizontally)
  ///
  /// In a photo, it changes the properties `irot` and `imir` of the primary item, and of thumbnails and auxiliary
  /// images with the same rotation. In a movie, it changes the matrices of all video tracks. In a raw photo (CR3), it changes
  /// the Exif orientation, which raw developers follow.
  ///
  /// If the Exif orientation was equal to the shown orientation, it is adapted. To combine several rotations,
  /// use ``Rotation/then(_:)`` first.
  ///
  /// Throws if the file has neither a primary image nor a movie, or if another image is made of the rotated one.
  public mutating func rotate(_ rotation: Rotation) throws(EditError) {
    if HEIFFile(file)?.primaryItem?.isImage == true { return try rotateItems(rotation) }
    if file.isCanonRaw { return try rotateRaw(rotation) }
    if file.boxes.contains(where: { $0.type == "moov" }) { return try rotateTracks(rotation) }
    throw EditError(.wrongFile, "has neither a primary image nor a movie")
  }
}

/// A lossless rotation of an image by a multiple of 90 degrees, with or without mirroring.
///
/// The rotation comes first; after it, left and right may be exchanged.
public struct Rotation: Hashable, Sendable {
  /// The rotation in units of 90 degrees counter-clockwise, 0 to 3, as in `irot`.
  public private(set) var quarters: Int
  /// Whether left and right are exchanged after the rotation.
  public private(set) var isMirrored: Bool

  private init(_ quarters: Int, isMirrored: Bool = false) {
    self.quarters = (quarters % 4 + 4) % 4
    self.isMirrored = isMirrored
  }

  /// No rotation and no mirroring.
  public static let none = Rotation(0)
  /// Left and right are exchanged.
  public static let flipHorizontally = Rotation(0, isMirrored: true)
  /// Top and bottom are exchanged.
  public static let flipVertically = Rotation(2, isMirrored: true)

  /// All eight values.
  public static let all = [false, true].flatMap { isMirrored in
    (0..<4).map { Rotation($0, isMirrored: isMirrored) }
  }

  /// A clockwise rotation in degrees; nil if the number is not a multiple of 90.
  public static func clockwise(_ degrees: Int) -> Rotation? {
    degrees % 90 == 0 ? Rotation(-(degrees / 90 % 4)) : nil
  }

  /// The rotation of `irot`.
  static func counterClockwise(quarters: Int) -> Rotation { Rotation(quarters) }

  /// This rotation, followed by `next`.
  public func then(_ next: Rotation) -> Rotation {
    // A rotation after mirroring equals the opposite rotation before it.
    Rotation(
      isMirrored ? quarters - next.quarters : quarters + next.quarters,
      isMirrored: isMirrored != next.isMirrored)
  }

  /// How an image is shown then: `rotated by 90° clockwise`, `mirrored left to right`.
  var text: String {
    if isMirrored, quarters % 2 == 0 {
      return quarters == 0 ? "mirrored left to right" : "mirrored top to bottom"
    }
    let names = ["0°", "90° counter-clockwise", "180°", "90° clockwise"]
    return "rotated by \(names[quarters])" + (isMirrored ? " and mirrored left to right" : "")
  }

  /// Whether width and height are exchanged.
  public var swapsSides: Bool { quarters % 2 == 1 }
}

extension Edit {
  /// Removes the rotation from the matrix of a track after its frames themselves were rotated, so that they are
  /// shown in the same way. The width and height of the track, its apertures and its pixel aspect ratio are
  /// adapted.
  ///
  /// Throws if the matrix does more than rotate and mirror (``ISOBMFF/TransformationMatrix/exactRotation``).
  public mutating func removeRotation(ofTrack id: UInt32) throws(EditError) {
    let tracks = file.boxes.first("moov")?.children.filter(Edit.isVideo)
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

extension Edit {
  /// Changes the Exif orientation of an item to agree with `rotation`, if it agreed with `before`. Readers of
  /// HEIF ignore it, but some programs use only this value.
  mutating func setExifOrientation(
    of item: UInt32, from before: Rotation, to rotation: Rotation
  ) {
    guard let photo = HEIFFile(original), let exif = photo.exifItem(of: item),
      let data = try? photo.data(of: exif.id), let tiff = ExifItem.tiff(in: data),
      let file = try? TIFFFile(tiff), let entry = orientation(in: file),
      let stated = entry.integer()
    else { return }
    let number = rotation.exifOrientation
    let wasRotated = changedItems.contains(exif.id)
    guard wasRotated || stated == before.exifOrientation, stated != rotation.exifOrientation else {
      return
    }
    guard setOrientation(entry, to: rotation) else {
      return notes.append(
        "its Exif orientation could not be set to \(number), the orientation in which it is shown")
    }
    changedItems.insert(exif.id)
    notes.append("its Exif orientation is \(number) now, the orientation in which it is shown")
  }

  /// Rotates a raw photo (CR3) by the orientation in its IFD0.
  mutating func rotateRaw(_ rotation: Rotation) throws(EditError) {
    guard let main = CanonDirectories(file.boxes).main, let entry = orientation(in: main),
      let before = entry.integer().flatMap(Rotation.init(exifOrientation:))
    else {
      throw EditError(.unsupported, "states no Exif orientation (CMT1), which says how it is shown")
    }
    let wanted = before.then(rotation)
    guard wanted != before else { return }
    guard setOrientation(entry, to: wanted) else {
      throw EditError(.unsupported, "has an Exif orientation (CMT1) that cannot be changed")
    }
    notes.append("its Exif orientation is \(wanted.exifOrientation) now")
  }

  private func orientation(in file: TIFFFile) -> TIFFEntry? {
    file[.ifd0]?[0x0112].flatMap { $0.type == .short && $0.count == 1 ? $0 : nil }
  }

  /// - Returns: whether the value is at its offset in the file. The data of an item can be in several extents.
  private mutating func setOrientation(_ entry: TIFFEntry, to rotation: Rotation) -> Bool {
    guard let bytes = entry.value.part(0..<2) else { return false }
    let range = bytes.fileOffset..<bytes.fileOffset + 2
    let number = UInt8(rotation.exifOrientation)
    return original.bytes.part(range) == bytes
      && file.replace(range, with: Bytes(entry.order == .big ? [0, number] : [number, 0]))
  }
}

extension Rotation {
  /// Nil if no orientation has this number.
  init?(exifOrientation number: some BinaryInteger) {
    let rotations = [0, 90, 180, 270].compactMap(Rotation.clockwise)
    let all = rotations + rotations.map { $0.then(.flipHorizontally) }
    guard let rotation = all.first(where: { $0.exifOrientation == number }) else { return nil }
    self = rotation
  }

  /// The orientation in Exif (Exif 2.32 §4.6.4, tag 0x0112): the sides at which the first row and the first column of
  /// the stored image are shown.
  var exifOrientation: Int {
    switch (quarters, isMirrored) {
    case (0, false): 1
    case (0, true): 2
    case (2, false): 3
    case (2, true): 4
    case (1, false): 8
    // Rotation comes first: 7 is the other diagonal.
    case (1, true): 7
    case (3, false): 6
    default: 5
    }
  }
}

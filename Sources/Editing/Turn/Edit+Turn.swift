import HEIF
import ISOBMFF

extension Edit {
  /// Turns or mirrors what a photo or a movie shows, after what turns it already. No picture is
  /// coded again: what changes is how readers are told to show it.
  ///
  ///     if let right = PictureTurn.clockwise(90) { try edit.turn(right) }
  ///     try edit.turn(.flipHorizontally)
  ///
  /// In a photo it turns the primary item, by its properties `irot` and `imir`; with it go
  /// thumbnails and auxiliary images that were turned as it is. In a movie it turns all tracks of
  /// video, by the matrices of their headers.
  ///
  /// An Exif orientation that says how the photo is shown says so afterwards. Make one turn of
  /// several first, by ``PictureTurn/then(_:)``.
  public mutating func turn(_ turn: PictureTurn) throws(EditError) {
    if HEIFFile(file)?.primaryItem?.isImage == true { return try turnItems(turn) }
    if file.boxes.contains(where: { $0.type == "moov" }) { return try turnTracks(turn) }
    throw EditError(.wrongFile, "has neither a primary image nor a movie")
  }
}

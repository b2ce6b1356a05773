public import ISOBMFF
import Movie

extension Edit {
  /// Replaces the cover images of the movie with one image.
  ///
  /// Throws if the image is neither a JPEG nor a PNG file, or if the file is not a movie.
  public mutating func setCover(_ image: Bytes) throws(EditError) {
    guard let form = Cover.form(of: image), form.type != 27 else {
      throw EditError(
        .invalid,
        "is not a JPEG or PNG file, as covers are; boxwalk convert makes one")
    }
    try removeCover()
    let cover = Box.iTunesItem("covr", [MetadataValueBox(image, type: form.type)])
    try changeMovie { children in
      children.changeUserData { data in
        if !data.contains(where: { $0.type == "meta" }) { data.append(.iTunesMetadata([])) }
        for index in data.indices where data[index].type == "meta" {
          if !data[index].children.contains(where: { $0.type == "ilst" }) {
            data[index].children.append(Box(MetadataItemListBox()))
          }
          data[index].change(["ilst"]) { list in
            list.children.append(cover)
            return true
          }
          break
        }
      }
    }
    notes.append(
      "has a \(form.fileExtension == "png" ? "PNG" : "JPEG") picture of \(counted(image.count, "byte")) as its cover now"
    )
  }

  /// Removes the cover images.
  ///
  /// Throws if the file is not a movie.
  public mutating func removeCover() throws(EditError) {
    guard file.boxes.contains(where: { $0.type == "moov" }) else {
      throw EditError(noMovieIn: file)
    }
    try changeMovie { children in
      children.changeUserData { data in
        for index in data.indices where data[index].type == "meta" {
          data[index].change(["ilst"]) { list in
            let kept = list.children.filter { $0.type != "covr" }
            guard kept.count < list.children.count else { return false }
            list.children = kept
            return true
          }
        }
      }
    }
  }
}

import Editing
package import FieldCoding
public import Files

/// Writes the two files of a Live Photo.
///
///     let (photo, clip) = try (OriginalFile("IMG_1.HEIC"), OriginalFile("IMG_1.MOV"))
///     let identifier = ContentIdentifier.random()
///     try LivePhotoFiles(still: "joined/IMG_1.HEIC", movie: "joined/IMG_1.MOV").write(
///       LiveStill(photo.bytes, identifier: identifier), from: photo,
///       LiveMovie(clip.bytes, LiveMovieOptions(identifier)), from: clip, identifier)
public struct LivePhotoFiles: Sendable {
  /// The path of the still.
  public let still: String
  /// The path of the movie.
  public let movie: String
  /// The path of the file that exists already with the right content, and is not written; nil for none.
  public var left: String?
  /// The folder that both have to be in; nil for any.
  package var root: RootFolder?
  /// Whether files with these paths are replaced.
  public private(set) var replaces = false

  /// The paths of the two files of a Live Photo.
  public init(still: String, movie: String) {
    self.still = still
    self.movie = movie
  }

  /// Lets files with these paths be replaced, unless one is an input.
  ///
  /// Throws if one of the paths is an input, or if the system cannot tell.
  public mutating func replaceFiles(exceptFor inputs: [String]) throws(LiveError) {
    for input in inputs {
      for path in [still, movie] {
        let isSame: Bool
        do throws(SystemError) { isSame = try isSameFile(input, path) } catch {
          throw LiveError(nil, "\(error)")
        }
        if isSame {
          throw LiveError(path, "is an input, which is not replaced: name another folder")
        }
      }
    }
    replaces = true
  }

  /// Writes both files; both appear, or none. Before they appear, both are read again, and they must have
  /// the identifier.
  ///
  /// It throws if a file with one of these names exists, unless ``replaces`` is set.
  ///
  /// - Parameters:
  ///   - check: is called with both files on the disk, before they have their names; if it throws, no file
  ///     appears.
  public func write(
    _ newStill: LiveStill, from photo: borrowing OriginalFile, _ newMovie: LiveMovie,
    from clip: borrowing OriginalFile, _ identifier: ContentIdentifier,
    check: (LiveCheck) throws(LiveError) -> Void = { _ in }
  ) throws(LiveError) {
    do {
      let outputs = try LivePhotoOutputs(
        still: still, movie: movie, leaving: left, replacing: replaces, below: root)
      try LiveError.naming(photo.path) { () throws(EditError) in
        try photo.write(newStill.written, to: outputs.still)
      }
      try LiveError.naming(clip.path) { () throws(EditError) in
        try clip.write(newMovie.written, to: outputs.movie)
      }
      try outputs.withBytes { still, movie in try check(self.check(still, movie, identifier)) }
      try outputs.commit(of: [photo.path, clip.path])
    } catch let error as LiveError {
      throw error
    } catch {
      throw LiveError(nil, "\(error)")
    }
  }

  /// Checks both files as Photos will read them; throws if they would not have the identifier.
  package func check(
    _ stillBytes: Bytes, _ movieBytes: Bytes, _ identifier: ContentIdentifier
  ) throws(LiveError) -> LiveCheck {
    let check = LiveCheck(still: stillBytes, named: still, movie: movieBytes, named: movie)
    guard check.isPaired, check.still.identifier == identifier else {
      throw LiveError(still, "would not have the identifier; nothing is written")
    }
    return check
  }
}

/// The names of motion photos, and of their photos and movies.
public enum MotionPhotoName {
  /// The name of the motion photo for a still: `IMG_1234.MP.HEIC` for `IMG_1234.HEIC`. Stems end with MP
  /// (Motion Photo format 1.0); in the older format, they start with MVIMG_.
  public static func photo(ofStill name: String, style: MotionPhotoFile.Style) -> String {
    let (stem, ending) = name.splitAtExtension
    if style == .microvideo { return stem.hasPrefix("MVIMG_") ? name : "MVIMG_" + name }
    return (stem.hasSuffix("MP") ? stem : stem + ".MP") + ending
  }

  /// The names of the photo and the movie of a motion photo: `PXL_1.jpg` and `PXL_1.mov` for `PXL_1.MP.jpg`;
  /// `IMG_1.jpg` for `MVIMG_1.jpg`.
  ///
  /// - Parameter ending: the extension of the movie.
  public static func names(
    ofPhoto name: String, movie ending: String
  ) -> (still: String, movie: String) {
    var (stem, own) = name.splitAtExtension
    for mark in [".MP", ".MOTION-01.COVER", ".MOTION"] where stem.hasSuffix(mark) {
      stem.removeLast(mark.count)
      break
    }
    if stem.hasPrefix("MVIMG_") {
      let rest = stem.dropFirst("MVIMG_".count)
      stem = (rest.first?.isNumber == true ? "IMG_" : "") + rest
    }
    return (stem + own, stem + "." + ending.inCase(of: own))
  }
}

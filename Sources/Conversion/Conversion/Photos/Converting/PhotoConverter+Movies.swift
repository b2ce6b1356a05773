import Editing
import Files
package import HEIF
import ISOBMFF
import LivePhotos
import Metadata
public import WorkerClient
import WorkerProtocol

/// The result for the movie of a Live Photo.
public struct MovieResult: Sendable {
  /// What happened to the movie.
  public enum Action: String, Sendable {
    /// It was copied to the folder of the photo.
    case copied
    /// It is in the folder of the photo, as a hard link.
    case linked
    /// Its images were re-encoded, and it is in the folder of the photo.
    case converted
    /// It became a part of the photo.
    case inside
    /// It is already there, because the output folder is the input folder.
    case inPlace = "in place"
  }
  /// What happened to the movie.
  public var action: Action
  /// The path of the output: that of the photo, if the movie is inside it.
  public var output: String
  /// The number of bytes of the movie.
  public var byteCount: Int
  /// Sentences that the user may want to know.
  public var notes: [String] = []
  /// Sentences about what should have been done but could not be.
  public var warnings: [String] = []

  package init(action: Action, output: String, byteCount: Int) {
    self.action = action
    self.output = output
    self.byteCount = byteCount
  }
}

extension PhotoConverter {
  /// Copies a movie to the folder of its photo's output. The movie does not change, unless metadata is left out.
  public func carry(
    _ movie: String, to output: String
  ) throws(ConversionError) -> MovieResult {
    let isThere = try ConversionError.output(isSameFile(movie, output))
    func result(_ action: MovieResult.Action) -> MovieResult {
      // The number is only shown to the user.
      MovieResult(action: action, output: output, byteCount: (try? FileStamp(output))?.size ?? 0)
    }
    if isThere, !options.linksCopies { return result(.inPlace) }
    try checkPath(output, of: movie)
    if options.stripping == .nothing, try link(movie, output) { return result(.linked) }
    var result = MovieResult(action: .copied, output: output, byteCount: 0)
    try write(to: output, of: movie) { (file) throws(any Error) in
      let input = try OpenFile.reading(movie)
      let source = try input.source(movie)
      var written = ByteWriter()
      if options.stripping == .nothing {
        written.write(source.bytes)
      } else {
        let edited = try stripped(source.bytes)
        written = edited.written
        result.notes = edited.notes
        result.warnings = [edited.unexamined].compactMap { $0 }
      }
      try file.write(written, of: source, in: input)
      result.byteCount = written.count
      guard options.stripping != .nothing else { return }
      try file.withBytes { bytes in
        try Edit.checkStripped(
          options.stripping, bytes,
          MetadataTraces(BoxFile(source.bytes), leavingOut: options.stripping),
          decompressor: ContentEncoding.decompressor)
      }.get()
    }
    return result
  }

  /// The movie that the output of an image gets. It throws if the movie cannot be read now, because the next run may
  /// be able to read it.
  func movie(
    _ path: String?, for picture: Picture, of photo: PhotoFile, _ lost: inout [String]
  ) throws(ConversionError) -> MotionPhotoMovie? {
    guard options.movies != .skip, options.format != .png, !picture.isAuxiliary else { return nil }
    do throws(EditError) {
      if let path { return try readMovie(path) }
      guard !isCopied(photo), let motion = photo.motionPhoto else { return nil }
      return try MotionPhotoMovie(of: motion, changed: strippedBytes)
    } catch {
      if case .system = error.kind {
        throw ConversionError(.input, "its movie \(path ?? photo.path): \(error.message)")
      }
      lost.append("the movie could not become a part of the output: \(error.message)")
      return nil
    }
  }

  /// A movie that becomes a part of a photo. If bytes of it could not be read, that is the error.
  private func readMovie(_ path: String) throws(EditError) -> MotionPhotoMovie {
    let read = Result { () throws(EditError) in try MotionPhotoMovie(movieBytes(path)) }
    if let problem = MappedFiles.problem(of: path) {
      throw EditError(.system(errno: SystemError.unreadable(path).code), problem)
    }
    return try read.get()
  }

  /// The bytes of a movie that becomes a part of a photo.
  private func movieBytes(_ path: String) throws(EditError) -> Bytes {
    let bytes: Bytes
    do throws(ByteSourceError) { bytes = try ByteSource(mapping: path).bytes } catch {
      throw EditError(error)
    }
    return try strippedBytes(bytes)
  }
}

extension PhotoFile {
  /// The motion photo that the file is; nil if there is no movie in it.
  package var motionPhoto: MotionPhoto? {
    switch content {
    case .jpeg(let jpeg): MotionPhoto(jpeg.bytes)
    case .heif(let file): MotionPhoto(file.boxes)
    case .png: nil
    }
  }
}

import Editing
import Files
import ISOBMFF
import LivePhotos
import WorkerClient

/// The writing of outputs.
extension PhotoConverter {
  /// Throws if the output would replace a file that has to be kept.
  func checkPath(_ output: String, of input: String) throws(ConversionError) {
    let hasTwoNames = try ConversionError.output(isLink(output, of: input))
    try ConversionError.output(
      try OutputPath.check(
        output, of: [input], isReplacing: options.replacesFiles, isLink: hasTwoNames))
  }

  /// Whether both paths are hard links to one file, as ``ConversionOptions/linksCopies`` makes them.
  private func isLink(_ output: String, of input: String) throws(SystemError) -> Bool {
    guard options.linksCopies, options.replacesFiles else { return false }
    return try !isSameName(output, input)
  }

  /// Writes the file at `output` with what `body` writes, and the times of `input`.
  ///
  /// - Parameter movie: the movie that is then added to it.
  /// - Returns: the reason why the movie was not added.
  @discardableResult
  func write<Failure: Error>(
    to output: String, of input: String, _ movie: MotionPhotoMovie? = nil,
    _ body: (borrowing OutputFile) throws(Failure) -> Void
  ) throws(ConversionError) -> [String] {
    try options.worker.clock.during(.writing) { () throws(ConversionError) in
      try make(output, of: input, movie, body)
    }
  }

  private func make<Failure: Error>(
    _ output: String, of input: String, _ movie: MotionPhotoMovie?,
    _ body: (borrowing OutputFile) throws(Failure) -> Void
  ) throws(ConversionError) -> [String] {
    do {
      let file = try ConversionError.outputFile(output, below: options.root)
      try body(file)
      guard let movie else {
        try finish(file, of: input)
        return []
      }
      let picture = try file.source()
      let joined = try picture.withBytes { (still) throws(EditError) in
        try MotionPhotoFile(still: still, movie: movie)
      }
      let new: MotionPhotoFile
      do throws(EditError) { new = try joined.get() } catch {
        try finish(file, of: input)
        return ["the movie could not become a part of the output, which \(error.message)"]
      }
      let whole = try OutputFile(output, below: options.root)
      try whole.write(new.written, of: picture, in: OpenFile(copying: file.descriptor))
      try checkLocations(in: whole, of: input)
      try finish(whole, of: input)
      return []
    } catch let error as ConversionError {
      throw error
    } catch {
      throw ConversionError(.output, "\(error)")
    }
  }

  private func finish(
    _ file: borrowing OutputFile, of input: String
  ) throws(ConversionError) {
    let inputs = [input] + options.origins
    for input in inputs { try ConversionError.requireUnchanged(input) }
    do throws(SystemError) {
      try OpenFile.reading(input).times().set(file.descriptor, file.path)
      try file.commit(
        replacing: options.replacesFiles, isSynced: options.syncsFiles, of: inputs)
    } catch {
      throw ConversionError(.output, error)
    }
  }
}

import Editing
import Files
import ISOBMFF
import Metadata
import WorkerClient

/// Stripped metadata must not be in an output of any format.
extension PhotoConverter {
  /// Reads the written file: it must not have the stripped metadata, nor a location of the original in any form.
  func checkStripping(
    _ file: borrowing OutputFile, of input: String
  ) throws(ConversionError) {
    guard options.stripping != .nothing else { return }
    let traces = try traces(of: input)
    let result = try ConversionError.output { () throws(SystemError) in
      try file.withBytes { (written) throws(EditError) in
        try Edit.checkStripped(
          options.stripping, written, traces, decompressor: ContentEncoding.decompressor)
      }
    }
    do throws(EditError) { try result.get() } catch {
      throw ConversionError(.worker, "metadata that should be left out is there: \(error.message)")
    }
  }

  /// Checks an output that was joined from an image and a movie. Both have been checked before.
  func checkLocations(
    in file: borrowing OutputFile, of input: String
  ) throws(ConversionError) {
    guard options.stripping != .nothing else { return }
    let traces = try traces(of: input)
    let result = try ConversionError.output { () throws(SystemError) in
      try file.withBytes { (written) throws(EditError) in try traces.check(written) }
    }
    do throws(EditError) { try result.get() } catch {
      throw ConversionError(.worker, error.message)
    }
  }

  private func traces(of input: String) throws(ConversionError) -> MetadataTraces {
    do throws(ByteSourceError) {
      return MetadataTraces(
        file: try ByteSource(mapping: input).bytes, leavingOut: options.stripping)
    } catch {
      throw ConversionError(.input, error.reason.text)
    }
  }

  /// A movie or an image without the stripped metadata. It is read again and checked.
  func stripped(_ movie: Bytes) throws(EditError) -> EditedFile {
    var edit = Edit(movie)
    try edit.strip(options.stripping, decompressor: ContentEncoding.decompressor)
    return try edit.finished()
  }

  /// The same in memory.
  func strippedBytes(_ movie: Bytes) throws(EditError) -> Bytes {
    guard options.stripping != .nothing else { return movie }
    let bytes = try stripped(movie).written.read()
    try Edit.checkStripped(
      options.stripping, bytes, MetadataTraces(BoxFile(movie), leavingOut: options.stripping),
      decompressor: ContentEncoding.decompressor)
    return bytes
  }
}

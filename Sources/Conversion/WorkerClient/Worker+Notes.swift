public import FieldCoding
public import WorkerProtocol

extension Worker {
  /// The values in the maker note of a camera; nil if no reader supports it.
  ///
  /// - Parameter tiff: a TIFF structure with the note in it.
  /// - Throws: ``ConversionError`` if the reader fails.
  public func notes(in tiff: Bytes) throws(ConversionError) -> [NotesReply.Value]? {
    guard tiff.count <= NotesJob.longestTIFF else { return nil }
    var job = NotesJob()
    job.tiff = tiff
    let input: [UInt8]
    do { input = try job.encoded() } catch { return nil }
    let reply: NotesReply = try ask(
      .readNotes, input, [], within: job.limits, answerLimit: NotesJob.longestAnswer)
    return reply.hasModule ? reply.values : nil
  }
}

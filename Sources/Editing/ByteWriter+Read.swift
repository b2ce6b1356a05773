package import ISOBMFF

extension ByteWriter {
  /// The new file as it will be read.
  ///
  /// - Parameter filled: how many of the first bytes of a copy are in it; all others read as zeros and take
  ///   no memory.
  package func read(
    filling filled: (Bytes) -> Int = { $0.count }
  ) throws(EditError) -> Bytes {
    do throws(ByteSourceError) {
      return try ByteSource(viewing: self, filling: filled).bytes
    } catch {
      var noMemory = EditError(error)
      noMemory.message = "there is no memory for the new file: \(error.reason.words)"
      throw noMemory
    }
  }

  /// Does the same, but longer copies are zeros after the header of their box.
  package func read(copiesUpTo longest: Int) throws(EditError) -> Bytes {
    try read { $0.count <= longest ? $0.count : EditedFile.boxHeader }
  }
}

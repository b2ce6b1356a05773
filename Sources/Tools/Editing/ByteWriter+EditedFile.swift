package import ISOBMFF

extension ByteWriter {
  /// The new file as readers see it.
  ///
  /// - Parameter filled: the number of bytes of a copy that are included. The rest of it reads as zeros, and takes
  ///   no memory.
  package func read(
    filling filled: (Bytes) -> Int = { $0.count }
  ) throws(EditError) -> Bytes {
    do throws(ByteSourceError) {
      return try ByteSource(viewing: self, filling: filled).bytes
    } catch {
      var noMemory = EditError(error)
      noMemory.message = "there is no memory for the new file: \(error.reason.text)"
      throw noMemory
    }
  }

  /// The same, but of longer copies only the header of their box is included.
  package func read(copiesUpTo longest: Int) throws(EditError) -> Bytes {
    try read { $0.count <= longest ? $0.count : EditedFile.boxHeader }
  }
}

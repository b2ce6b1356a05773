package import ISOBMFF

extension ByteWriter {
  /// The new file as it will be read.
  ///
  /// - Parameter isFilled: which copied bytes are in it; all others read as zeros and take no memory.
  package func read(
    filling isFilled: (Bytes) -> Bool = { _ in true }
  ) throws(EditError) -> Bytes {
    do throws(ByteSourceError) {
      return try ByteSource(viewing: self, filling: isFilled).bytes
    } catch {
      var noMemory = EditError(error)
      noMemory.message = "there is no memory for the new file: \(error.reason.words)"
      throw noMemory
    }
  }
}

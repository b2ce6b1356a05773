package import FieldCoding

extension ByteSource {
  /// Returns what `body` makes of the bytes of a file that was written. If some of them cannot be read again, that is the
  /// error, whatever `body` makes of the zeros instead of them.
  package func withBytes<Value, Failure: Error>(
    _ body: (Bytes) throws(Failure) -> Value
  ) throws(SystemError) -> Result<Value, Failure> {
    let result = Result { () throws(Failure) in try body(bytes) }
    if let problem { throw .notReadAgain(problem) }
    return result
  }
}

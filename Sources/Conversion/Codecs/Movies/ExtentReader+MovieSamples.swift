import WorkerProtocol

extension ExtentReader {
  /// The bytes of a sample.
  ///
  /// - Parameter number: its index, for the message if it is too large.
  func data(of sample: CodedSample, _ number: Int) throws(CodecError) -> [UInt8] {
    let longest = 1 << 28
    guard sample.byteCount <= longest, let start = Int(exactly: sample.offset),
      start < Int.max - longest
    else { throw CodecError("sample \(number + 1) is longer than any real one") }
    var data: [UInt8] = []
    try read(start..<start + Int(sample.byteCount), into: &data)
    return data
  }
}

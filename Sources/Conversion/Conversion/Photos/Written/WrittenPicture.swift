import FieldCoding
import Files
import HEIF
import WorkerClient
import WorkerProtocol

/// An image file that the worker wrote, which is read and checked before it gets its name.
///
/// The worker decodes the bytes of anybody. So what it says of its output is only believed if the output is so.
protocol WrittenPicture {
  /// Throws unless `bytes` are one whole file of the format.
  init(_ bytes: Bytes) throws(ConversionError)

  /// The size of the image as it is shown, in samples; nil if it cannot be known.
  var size: (width: Int, height: Int)? { get }

  /// Throws unless the file has the metadata and the further images of the job, and nothing else.
  func check(_ job: ConversionJob, _ reply: ConversionReply) throws(ConversionError)
}

extension ConversionJob {
  /// Throws unless `output` is what was to be written, and what the reply says.
  ///
  /// - Returns: the number of bytes.
  @discardableResult
  func check(
    _ output: borrowing OutputFile, _ reply: ConversionReply
  ) throws(ConversionError) -> Int {
    try ConversionError.output { () throws(SystemError) in
      try output.withBytes { (bytes) throws(ConversionError) in try check(bytes, reply) }
    }.get()
  }

  private func check(_ bytes: Bytes, _ reply: ConversionReply) throws(ConversionError) -> Int {
    let picture: any WrittenPicture =
      switch format {
      case .jpeg: try WrittenJPEG(bytes)
      case .png: try WrittenPNG(bytes)
      case .heic, .avif: try WrittenHEIF(bytes)
      }
    let size = outputSize
    guard let found = picture.size, found == (size.width, size.height) else {
      let text = picture.size.map { "is \($0.width) × \($0.height)" } ?? "has no size"
      throw ConversionError(written: "\(text) instead of \(size.width) × \(size.height)")
    }
    try picture.check(self, reply)
    return bytes.count
  }

  /// Compares metadata of a written file with the metadata of the job.
  func check(
    _ found: Bytes?, _ wanted: some Collection<UInt8>, _ name: String
  ) throws(ConversionError) {
    let found = found ?? Bytes()
    guard found.elementsEqual(wanted) else {
      throw ConversionError(
        written:
          "has other \(name) metadata: \(counted(found.count, "byte")) instead of \(grouped(wanted.count))"
      )
    }
  }

  /// Whether the file has a colour profile, of which the worker knows more.
  var hasUnknownProfile: Bool { hasPNGProfile && iccProfile.isEmpty }
}

extension ConversionError {
  /// - Parameter sentence: what is wrong with the file that the worker wrote.
  init(written sentence: String) { self.init(.worker, "the file that was written \(sentence)") }
}

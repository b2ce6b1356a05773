public import FieldCoding
import Synchronization

/// A file of samples and nothing else: from left to right and from top to bottom, all of a pixel
/// together.
public struct SampleFile: Sendable {
  /// Bits of a sample, 8 or 16, which are big-endian; nil for 8, or 16 if the image has more than 8.
  public var bitDepth: Int?
  /// The profile of the colours that the samples are to have.
  public var iccProfile = Bytes()

  public init() {}
}

/// Writes the samples of bands, which may come in any order.
final class RowWriter: Sendable {
  typealias Form = (channels: Int, bitDepth: Int)

  private let bandHeight: Int
  private let bands = OrderedBands<SampleRows>()
  private let output: CodecFileWriter
  private let form = Mutex<Form?>(nil)

  init(bandHeight: Int, to descriptor: Int32) {
    self.bandHeight = bandHeight
    output = CodecFileWriter(descriptor)
  }

  var byteCount: Int { output.count }

  /// Writes a band when it is due.
  func write(_ rows: SampleRows, at row: Int) throws(CodecError) {
    try bands.add(rows, at: row / bandHeight) { (rows) throws(CodecError) in
      let own: Form = (rows.channels, rows.bitDepth)
      let first = form.withLock { form -> Form in
        form = form ?? own
        return form ?? own
      }
      guard first == own else { throw CodecError("its bands have different samples") }
      try output.append(rows.bytes)
    }
  }

  /// The form of all samples.
  func finish() throws(CodecError) -> Form {
    guard let form = form.withLock({ $0 }) else { throw CodecError("nothing was decoded") }
    return form
  }
}

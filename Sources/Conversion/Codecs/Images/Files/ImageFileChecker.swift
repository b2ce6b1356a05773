import FieldCoding
import HEIF
public import WorkerProtocol

/// Decodes the image of a JPEG or PNG file row by row, and keeps nothing of it: damage is an error, as in a
/// conversion.
public struct ImageFileChecker: Sendable {
  private let job: CheckJob

  public init(_ job: CheckJob) { self.job = job }

  public func check(_ file: some ExtentReader) throws(CodecError) {
    #if canImport(CDe265) && canImport(CTurboJPEG) && canImport(CPNG)
      guard job.byteCount <= codedDataLimit else {
        throw CodecError(
          "the coded data is longer than the limit of \(grouped(codedDataLimit)) bytes")
      }
      var data: [UInt8] = []
      try file.read(0..<Int(job.byteCount), into: &data)
      let budget = Int(clamping: job.planeBudget)
      switch job.codec {
      case .jpeg: try JPEGDecoder.check(data, budget: budget)
      case .png: try PNGDecoder.check(data, budget: budget)
      case .hevc, .avc, .av1, .uncompressed, .jpeg2000, .other:
        throw CodecError("the file is neither JPEG nor PNG")
      }
    #else
      throw CodecError("this build has no decoders; build it with the trait Codecs", .unsupported)
    #endif
  }
}

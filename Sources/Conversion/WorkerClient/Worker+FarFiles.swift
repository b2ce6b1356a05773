import FieldCoding
import Files
import WorkerProtocol

extension Worker {
  /// Fetches the bytes that a process of the worker will read, because that process has no network.
  ///
  /// - Parameters:
  ///   - ranges: the bytes that it reads of the first file; nil for all of it. It may read all of the others.
  ///   - descriptors: the descriptors of files. Any of them may be a remote file.
  static func fetch(
    _ ranges: [Range<Int>]?, of descriptors: [Int32]
  ) throws(ConversionError) {
    for (index, descriptor) in descriptors.enumerated() {
      let supply: (any ByteSupply)?
      do throws(ByteSourceError) { supply = try SuppliedFiles.supply(of: descriptor) } catch {
        throw ConversionError(.input, error.reason.text)
      }
      guard let cache = supply as? RangeCache else { continue }
      cache.fetch(index == 0 ? ranges ?? [0..<cache.count] : [0..<cache.count])
      if let problem = cache.problem { throw ConversionError(.input, problem) }
    }
  }
}

extension CodedSample {
  /// The bytes of the file that it has.
  package var range: Range<Int> {
    let start = Int(clamping: offset)
    return start..<start + min(Int(byteCount), .max - start)
  }
}

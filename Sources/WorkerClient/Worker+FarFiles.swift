import CodecJob
import FieldCoding
import RangeCache

extension Worker {
  /// Lets the bytes come that a process of the worker reads, which has no network.
  ///
  /// - Parameters:
  ///   - ranges: what it reads of the first file; nil for all of it. Of the others, it may read all.
  ///   - descriptors: of files, of which any may be far away.
  static func fetch(
    _ ranges: [Range<Int>]?, of descriptors: [Int32]
  ) throws(ConversionError) {
    for (index, descriptor) in descriptors.enumerated() {
      let supply: (any ByteSupply)?
      do throws(ByteSourceError) { supply = try SuppliedFiles.supply(of: descriptor) } catch {
        throw ConversionError(.input, error.reason.words)
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

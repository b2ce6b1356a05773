#if canImport(CDe265)
  import AVC

  /// The macroblocks that the slices of an AVC picture have.
  ///
  /// A slice can be damaged so that it decodes past the start of the next one. This does not show, because
  /// the next slice overwrites the result. So every other slice is decoded by itself: the macroblocks of
  /// its neighbours have to stay empty then.
  struct AVCImageSlices {
    /// The slices in the order of the image, which they cover completely.
    private let slices: [(unit: ArraySlice<UInt8>, macroblocks: Range<Int>)]

    /// Distinguishes slices. Nil if that is useless: for a single slice, for interlaced pictures, and for slices in
    /// groups, out of order, or repeated.
    init?(_ slices: [ArraySlice<UInt8>], parameterSets: [ArraySlice<UInt8>]) {
      guard slices.count > 1, let sets = try? ParameterSets(parameterSets.map { Bytes($0) }),
        let sequence = sets.onlySequence, sequence.interlacing == nil,
        sets.pictures.values.allSatisfy({ $0.sliceGroups == nil && !$0.hasRedundantPictureCount })
      else { return nil }
      let starts = slices.map { try? SliceHeader(nalUnit: Bytes($0), sets: sets).firstMacroblock }
        .compactMap { $0.map(Int.init) }
      let size = sequence.codedSize
      guard size.width <= 1 << 16, size.height <= 1 << 16 else { return nil }
      let ends = starts.dropFirst() + [size.width / 16 * (size.height / 16)]
      guard starts.count == slices.count, zip(starts, ends).allSatisfy({ $0 < $1 }) else {
        return nil
      }
      self.slices = zip(slices, zip(starts, ends)).map { ($0, $1.0..<$1.1) }
    }

    /// The first, third, ... of them, and the others.
    var alternate: [(units: [ArraySlice<UInt8>], macroblocks: [Range<Int>])] {
      [0, 1].map { first in
        let some = stride(from: first, to: slices.count, by: 2).map { slices[$0] }
        return (some.map(\.unit), some.map(\.macroblocks))
      }
    }
  }
#endif

import FieldCoding

#if canImport(CDe265)
  import HEIF

  extension LibAVLumaDecoder {
    /// Decodes samples; those that are damaged are left out.
    mutating func decode(
      _ plan: ImagePlan, from file: some ExtentReader, _ body: MovieFrameBody
    ) throws(CodecError) {
      var configuration = -1
      var data: [UInt8] = []
      for (number, sample) in plan.tiles.enumerated() {
        data.removeAll(keepingCapacity: true)
        for extent in sample.extents {
          guard extent.count <= FrameMatcher.longestSample - data.count else {
            throw CodecError(
              "frame \(number + 1) is longer than \(grouped(FrameMatcher.longestSample)) bytes")
          }
          try file.read(extent, into: &data)
        }
        let own = plan.configurations[sample.configuration]
        guard let ranges = try? NALUnitRanges.ranges(in: data, lengthSize: own.lengthSize) else {
          continue
        }
        var units = ranges.map { data[$0] }.filter { plan.codec.isOfBase($0) }
        if units.isEmpty { continue }
        if configuration != sample.configuration {
          configuration = sample.configuration
          units = own.parameterSets.map { $0[...] } + units
        }
        try decode(units, number: UInt32(clamping: number), body)
      }
      try end(body)
    }
  }

  extension Codec {
    /// Whether a NAL unit is of the image that all decoders show, and of no further layer or view.
    fileprivate func isOfBase(_ unit: ArraySlice<UInt8>) -> Bool {
      guard let first = unit.first, let second = unit.dropFirst().first else { return false }
      return self == .hevc
        ? first & 1 == 0 && second >> 3 == 0
        // Prefix, subset SPS, and slices of extensions (ITU-T H.264 §7.4.1).
        : ![14, 15, 20, 21].contains(first & 0x1F)
    }
  }
#endif

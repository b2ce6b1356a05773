#if canImport(CDe265)
  import AVC
  import HEIF

  /// A row of macroblocks below an AVC picture, which shows where slice data ends.
  ///
  /// As with HEVC (see ``SentinelRow``), libavcodec stops when an image is full. Slices of AVC state their start, but
  /// not the height of the image, so they are passed on unchanged, and only the SPS declares the row. The whole row
  /// has to stay empty: no filter changes missing macroblocks.
  struct AVCSentinelRow {
    /// The height in luma samples: a macroblock, or two where fields are interlaced.
    let height: Int
    /// The SPS, which declares the row and hides it.
    let parameterSet: [UInt8]

    /// Reads a parameter set. Nil if it is not understood to its last bit.
    init?(_ unit: ArraySlice<UInt8>) {
      let unit = Bytes(unit)
      guard var set = try? SequenceParameterSet(nalUnit: unit), (try? set.nalUnit()) == unit else {
        return nil
      }
      let (row, step) = set.data.rowAndCropUnit
      let (heightMinus1, isTooHigh) = set.data.heightInMapUnitsMinus1.addingReportingOverflow(1)
      var window = set.data.cropping ?? .init()
      let (bottom, isTooLow) = window.bottom.addingReportingOverflow(UInt32(row / step))
      guard !isTooHigh, !isTooLow else { return nil }
      set.data.heightInMapUnitsMinus1 = heightMinus1
      window.bottom = bottom
      set.data.cropping = window
      guard let changed = try? set.nalUnit() else { return nil }
      height = row
      parameterSet = Array(changed)
    }
  }

  extension SequenceParameterSetData {
    /// The height of a row of map units, and what `frame_crop_bottom_offset` counts in, in luma
    /// samples (ITU-T H.264 §7.4.2.1.1).
    fileprivate var rowAndCropUnit: (Int, Int) {
      let fields = interlacing == nil ? 1 : 2
      let isSubsampled = chromaFormat == .yuv420 && format?.hasSeparateColourPlanes != true
      return (16 * fields, (isSubsampled ? 2 : 1) * fields)
    }
  }
#endif

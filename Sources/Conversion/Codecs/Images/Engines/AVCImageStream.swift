#if canImport(CDe265)
  import AVC
  import HEIF
  import NALUnits
  import WorkerProtocol

  /// AVC as a byte stream (ITU-T H.264 annex B), for the decoder of libavcodec.
  struct AVCImageStream: LibAVStream {
    static let decoder = "h264"
    static let marksMemory = true

    private let configuration: ImagePlan.DecoderConfiguration

    init(_ configuration: ImagePlan.DecoderConfiguration) { self.configuration = configuration }

    func input(_ data: [UInt8]) throws(CodecError) -> LibAVInput {
      let ranges = try NALUnitRanges.ranges(in: data, lengthSize: configuration.lengthSize)
      let units = configuration.parameterSets.map { $0[...] } + ranges.map { data[$0] }
      // Slices and parameter sets of the primary image. Nothing else changes its samples, and
      // decoders stumble over auxiliary images and other views.
      var sets: [ArraySlice<UInt8>] = []
      var slices: [ArraySlice<UInt8>] = []
      var sequences: [Int] = []
      for unit in units {
        switch AVCImageStream.type(of: unit) {
        case .slice?, .instantaneousRefreshSlice?: slices.append(unit)
        case .dataPartitionA?:
          throw CodecError("its slices are partitioned, which is not supported", .unsupported)
        case .sequenceParameterSet?:
          sequences.append(sets.count)
          sets.append(unit)
        case .pictureParameterSet?: sets.append(unit)
        default: break
        }
      }
      guard !slices.isEmpty else { throw CodecError("the coded data has no image") }
      var input = LibAVInput()
      input.format = sequences.first.flatMap { AVCImageStream.format(of: sets[$0]) }
      if sequences.count == 1, let row = AVCSentinelRow(sets[sequences[0]]) {
        let alternate = AVCImageSlices(slices, parameterSets: sets)?.alternate ?? []
        sets[sequences[0]] = row.parameterSet[...]
        input.sentinelRow = row.height
        input.parts = alternate.map {
          LibAVInput.Part(data: AVCImageStream.stream(sets + $0.units), macroblocks: $0.macroblocks)
        }
      }
      input.picture = AVCImageStream.stream(sets + slices)
      return input
    }

    private static func stream(_ units: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
      units.flatMap { [AnnexB.startCode[...], $0] }
    }

    private static func type(of unit: ArraySlice<UInt8>) -> NALUnitType? {
      unit.first.map { NALUnitType(rawValue: $0 & 0x1F) }
    }

    private static func format(of unit: ArraySlice<UInt8>) -> LibAVPixelFormat? {
      guard let set = try? SequenceParameterSet(nalUnit: Bytes(unit)).data,
        set.bitDepthLuma == set.bitDepthChroma || set.chromaFormat == .monochrome
      else { return nil }
      return LibAVPixelFormat(chroma: .init(set.chromaFormat), bitDepth: set.bitDepthLuma)
    }
  }

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

#if canImport(CDe265)
  import WorkerProtocol
  import AVC
  import HEIF
  import NALUnits

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
#endif

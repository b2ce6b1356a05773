#if canImport(CDe265)
  import AVC
  import HEIF

  /// AVC as a byte stream (ITU-T H.264 annex B), for the decoder of libavcodec.
  struct AVCStream: LibAVStream {
    static let decoder = "h264"
    static let marksMemory = true
    private static let startCode: ArraySlice<UInt8> = [0, 0, 0, 1]

    private let configuration: ImagePlan.DecoderConfiguration

    init(_ configuration: ImagePlan.DecoderConfiguration) { self.configuration = configuration }

    func input(_ data: [UInt8]) throws(CodecError) -> LibAVInput {
      let ranges = try NALUnits.ranges(in: data, lengthSize: configuration.lengthSize)
      let units = configuration.parameterSets.map { $0[...] } + ranges.map { data[$0] }
      var input = LibAVInput()
      var hasPicture = false
      for unit in units {
        // Slices and parameter sets of the primary picture. Nothing else changes its samples, and
        // decoders stumble over auxiliary pictures and other views.
        switch unit.first.map({ NALUnitType(rawValue: $0 & 0x1F) }) {
        case .slice?, .instantaneousRefreshSlice?: hasPicture = true
        case .dataPartitionA?:
          throw CodecError("its slices are partitioned, which is not supported")
        case .sequenceParameterSet?:
          if input.format == nil { input.format = AVCStream.format(of: unit) }
        case .pictureParameterSet?: break
        default: continue
        }
        input.picture += [AVCStream.startCode, unit]
      }
      guard hasPicture else { throw CodecError("the coded data has no picture") }
      return input
    }

    private static func format(of unit: ArraySlice<UInt8>) -> LibAVFormat? {
      guard let set = try? SequenceParameterSet(nalUnit: Bytes(unit)).data,
        set.bitDepthLuma == set.bitDepthChroma || set.chromaFormat == .monochrome
      else { return nil }
      return LibAVFormat(chroma: .init(set.chromaFormat), bitDepth: set.bitDepthLuma)
    }
  }
#endif

#if canImport(CDe265)
  import HEIF
  import NALUnits

  /// HEVC as a byte stream (ITU-T H.265 annex B).
  struct HEVCImageStream: LibAVStream {
    static let decoder = "hevc"
    static let marksMemory = true

    private let configuration: ImagePlan.DecoderConfiguration
    private let sentinel: SentinelRow?

    init(_ configuration: ImagePlan.DecoderConfiguration) {
      self.configuration = configuration
      sentinel = SentinelRow(configuration)
    }

    func input(_ data: [UInt8]) throws(CodecError) -> LibAVInput {
      let units = try NALUnitRanges.ranges(in: data, lengthSize: configuration.lengthSize)
        .map { data[$0] }
      let slices = units.filter { HEVCImageStream.isSlice($0) }
      guard !slices.isEmpty else { throw CodecError("the coded data has no image") }
      var input = LibAVInput()
      for unit in configuration.parameterSets.map({ $0[...] }) + units {
        switch HEVCImageStream.type(of: unit) {
        // The part of a VPS about other layers is not needed here.
        case 32: input.preamble += [AnnexB.startCode[...], unit]
        // Slices, other parameter sets, and picture hashes. Nothing else changes samples.
        case .some(0...31), 33, 34, 40: input.picture += [AnnexB.startCode[...], unit]
        default: break
        }
      }
      // The hash is that of the unchanged image.
      input.showsDamage = units.contains { HEVCImageStream.isMD5($0) }
      let others: Set<UInt8> = [33, 34, 40]
      guard let sentinel, slices.count == 1,
        !units.contains(where: { HEVCImageStream.type(of: $0).map(others.contains) == true }),
        let withRow = sentinel.units(slices[0])
      else { return input }
      input.picture = (sentinel.parameterSets + withRow).flatMap {
        [AnnexB.startCode[...], $0[...]]
      }
      input.sentinelRow = sentinel.blockSize
      input.showsDamage = true
      return input
    }

    private static func isSlice(_ unit: ArraySlice<UInt8>) -> Bool {
      type(of: unit).map { $0 < 32 } == true
    }

    /// Whether it is an MD5 of the image (ITU-T H.265 §D.2.19), which libavcodec compares; of the
    /// other hashes it does so in some versions only.
    private static func isMD5(_ unit: ArraySlice<UInt8>) -> Bool {
      // Header, payload type 132, size, and the kind of hash.
      type(of: unit) == 40 && unit.dropFirst(2).first == 132 && unit.dropFirst(4).first == 0
    }

    /// `nal_unit_type`; nil for units outside of the base layer.
    private static func type(of unit: ArraySlice<UInt8>) -> UInt8? {
      guard let first = unit.first, let second = unit.dropFirst().first else { return nil }
      return first & 1 == 0 && second >> 3 == 0 ? first >> 1 & 0x3F : nil
    }
  }
#endif

#if canImport(CDe265)
  import AV1
  import FieldCoding
  import HEIF

  /// A library that libavcodec uses to decode AV1; without one, it can do so only with hardware.
  protocol AV1Library {
    static var title: String { get }
    /// FFmpeg's name of the decoder.
    static var decoder: String { get }
    /// Whether it refuses a frame whose data does not end as it has to.
    static var isStrict: Bool { get }
  }

  extension AV1Library {
    static var isStrict: Bool { true }
  }

  enum Dav1d: AV1Library {
    static let title = "libdav1d"
    static let decoder = "libdav1d"
  }

  enum Aom: AV1Library {
    static let title = "libaom"
    static let decoder = "libaom-av1"
  }

  /// AV1 in its low-overhead format (AV1 §5.2).
  struct AV1ImageStream<Library: AV1Library>: LibAVStream {
    static var title: String { Library.title }
    static var decoder: String { Library.decoder }
    /// The libraries use memory of their own. They do not show a frame with a missing tile. The end of the
    /// data of a tile shows whether the tile is damaged (AV1 §8.2.4); libdav1d checks this if it is
    /// configured to be strict.
    static var marksMemory: Bool { false }

    static func options(_ size: ImagePlan.Size) -> String {
      // FFmpeg also counts the padding on the right and at the bottom.
      let most = (size.width + 128) * (size.height + 128)
      return "strict=\(Library.isStrict ? 1 : 0):max_pixels=\(min(most, Int(Int32.max)))"
    }

    private let configuration: ImagePlan.DecoderConfiguration

    init(_ configuration: ImagePlan.DecoderConfiguration) { self.configuration = configuration }

    func input(_ data: [UInt8]) throws(CodecError) -> LibAVInput {
      let image = try AV1Image(data, configuration)
      let colour = image.sequence.colour
      let format = LibAVPixelFormat(chroma: .init(colour.chromaFormat), bitDepth: colour.bitDepth)
      let largest = image.sequence.maxFrameSize
      var input = LibAVInput()
      input.picture = image.units
      input.format = format
      // Layers may be smaller than the sequence allows, and the plan is for one of them.
      if configuration.layer == nil, configuration.operatingPoint == 0 {
        input.codedSize = ImagePlan.Size(width: largest.width, height: largest.height)
      }
      input.byteCount = PlanarImage.byteCount(
        width: largest.width, height: largest.height, chroma: format.chroma,
        bitDepth: format.bitDepth)
      return input
    }
  }

  /// The units of an AV1 image that are needed for the shown image.
  struct AV1Image {
    private(set) var sequence = SequenceHeader()
    private(set) var units: [ArraySlice<UInt8>] = []

    private struct Unit {
      var content: OpenBitstreamUnit
      var bytes: ArraySlice<UInt8>
      var sequence: SequenceHeader?
      var header: OBUHeader { content.header }
      var spatialID: Int { Int(header.layer?.spatialID ?? 0) }

      /// The header of a frame; nil if the unit does not have one, or if it is a copy.
      func frame(of sequence: SequenceHeader) -> FrameHeader? {
        guard header.type == .frame || header.type == .frameHeader else { return nil }
        return try? FrameHeader(content, sequence: sequence)
      }
    }

    init(
      _ data: [UInt8], _ configuration: ImagePlan.DecoderConfiguration
    ) throws(CodecError) {
      var found = try AV1Image.read(data)
      if !found.contains(where: { $0.sequence != nil }) {
        // In an image sequence, the sequence header may be only in the configuration.
        var before: [Unit] = []
        for part in configuration.parameterSets { before += try AV1Image.read(part) }
        found = before + found
      }
      guard let sequence = found.lazy.compactMap(\.sequence).first else {
        throw CodecError("the coded data has no sequence header that can be read")
      }
      self.sequence = sequence
      let top = try keep(found, configuration)
      // libaom would show the last of several.
      let shown = found.filter { unit in
        guard top == nil || unit.spatialID == top, let frame = unit.frame(of: sequence) else {
          return false
        }
        return frame.isShown || frame.shownFrameIndex != nil
      }
      switch shown.count {
      case 1: break
      case 0:
        throw CodecError("the coded data has no image" + (top.map { " in layer \($0)" } ?? ""))
      default: throw CodecError("the coded data has more than one image")
      }
    }

    /// Keeps the units of the requested layers, and makes samples.
    ///
    /// - Returns: the layer that is shown; nil if there are no layers.
    private mutating func keep(
      _ found: [Unit], _ configuration: ImagePlan.DecoderConfiguration
    ) throws(CodecError) -> Int? {
      guard sequence.operatingPoints.indices.contains(configuration.operatingPoint) else {
        throw CodecError("the coded data has no operating point \(configuration.operatingPoint)")
      }
      let point = sequence.operatingPoints[configuration.operatingPoint].idc
      // The upper bits have the spatial layers. There are 4 of them.
      let layers = point >> 8 & 0xF
      let top = configuration.layer ?? (layers == 0 ? nil : 15 - layers.leadingZeroBitCount)
      for unit in found {
        switch unit.header.type {
        case .sequenceHeader, .temporalDelimiter: units.append(unit.bytes)
        case .frame, .frameHeader, .redundantFrameHeader, .tileGroup:
          // A decoder of this operating point would drop units of other layers (AV1 §5.3.1).
          if point != 0, let layer = unit.header.layer {
            guard point >> UInt16(layer.temporalID) & 1 == 1,
              layers >> UInt16(layer.spatialID) & 1 == 1
            else { continue }
          }
          if let top, unit.spatialID > top { continue }
          units.append(unit.bytes)
        // Metadata and padding change no sample.
        default: break
        }
      }
      return top
    }

    /// The units of a sample, one after the other.
    private static func read(_ data: [UInt8]) throws(CodecError) -> [Unit] {
      let units: [OpenBitstreamUnit]
      do throws(FieldError) {
        units = try OpenBitstreamUnit.units(in: Bytes(data))
      } catch {
        throw CodecError("the bitstream is damaged: \(error)")
      }
      var found: [Unit] = []
      var position = 0
      for var unit in units {
        let end = unit.payload.fileOffset + unit.payload.count
        guard !unit.header.forbiddenBit, position < end, end <= data.count else {
          throw CodecError("the bitstream is damaged: no unit starts at byte \(position)")
        }
        var bytes = data[position..<end]
        position = end
        if !unit.header.hasSize {
          // Only the last unit can have no size, and it may no longer be the last.
          unit.header.hasSize = true
          guard let encoded = try? unit.encoded() else { continue }
          bytes = encoded[...]
        }
        found.append(
          Unit(
            content: unit, bytes: bytes,
            sequence: unit.header.type == .sequenceHeader ? try? SequenceHeader(unit) : nil))
      }
      return found
    }
  }

  /// libdav1d, which returns an image even from damaged data.
  private enum TolerantDav1d: AV1Library {
    static let title = "libdav1d"
    static let decoder = "libdav1d"
    static let isStrict = false
  }

  /// AV1 data that is truncated within a frame.
  ///
  /// Blocks are counted row by row, even if a frame has several tiles: the shown part is then smaller than the decoded
  /// one. If the length of a later tile is unknown, nothing is shown.
  struct TruncatedAV1Image: TruncatedImageCodec {
    static let name = "libdav1d"

    private let configuration: ImagePlan.DecoderConfiguration
    private let size: ImagePlan.Size
    private let budget: Int

    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
    ) {
      self.configuration = configuration
      self.size = size
      self.budget = budget
    }

    func blocks(of data: [UInt8]) throws(CodecError) -> CodedBlocks {
      let sequence = try AV1Image(data, configuration).sequence
      return CodedBlocks(of: size, side: sequence.usesSuperblocksOf128 ? 128 : 64)
    }

    func lack(of data: [UInt8]) throws(CodecError) -> Int {
      let all = Bytes(data)
      var position = 0
      while let rest = all.part(position..<data.count), !rest.isEmpty,
        let length = OpenBitstreamUnit.statedLength(of: rest)
      {
        position += length
        if position > data.count { return position - data.count }
      }
      throw CodecError("the coded data does not break off within a unit that states its size")
    }

    func decode(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) -> [(x: Int, y: Int)] {
      var decoder = try LibAVDecoder<AV1ImageStream<TolerantDav1d>>(
        configuration, size: size, budget: budget)
      try decoder.decode(data, body)
      return []
    }
  }
#endif

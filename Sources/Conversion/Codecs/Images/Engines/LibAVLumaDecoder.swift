import FieldCoding
import NALUnits
import WorkerProtocol

#if canImport(CDe265)
  import HEIF
  internal import PhotoEngineInterface

  /// libavcodec, which gets the samples of a video track one after the other.
  ///
  /// Damaged frames are left out, or libavcodec conceals the damage: the frames are only compared, and never
  /// stored.
  @safe
  struct LibAVLumaDecoder: ~Copyable {
    private let library: LibAVImageLibrary
    private let stream: OpaquePointer

    init(
      _ codec: Codec, size: ImagePlan.Size, threads: Int, library: LibAVImageLibrary
    ) throws(CodecError) {
      self.library = library
      let name = codec == .avc ? AVCImageStream.decoder : HEVCImageStream.decoder
      guard library.has(decoder: name) else {
        throw CodecError(
          "\(library.path) was built without a decoder of \(codec.title)", .unsupported)
      }
      // The coded size may exceed that of the image by a coding block. With `strict`, the decoder of AVC waits for
      // all images that may precede one, and drops none.
      let most = (size.width + 128) * (size.height + 128)
      let options =
        "threads=\(min(max(threads, 1), 8)):flags=+unaligned:max_pixels=\(most)"
        + (codec == .avc ? ":strict=1" : "")
      var message = [CChar](repeating: 0, count: Int(BOXWALK_AV_MESSAGE))
      // The array has the size that is stated.
      guard let stream = unsafe library.functions.stream_new(name, options, &message)
      else { throw CodecError(CodecError.text(message)) }
      unsafe self.stream = stream
    }

    // No other object has the pointer.
    deinit { unsafe library.functions.stream_free(stream) }

    /// Decodes a sample, given as NAL units in decoding order. Frames are returned in any order, perhaps later.
    mutating func decode(
      _ units: [ArraySlice<UInt8>], number: UInt32, _ body: MovieFrameBody
    ) throws(CodecError) {
      let count = units.reduce(0) { $0 + $1.count + 4 }
      guard count > 0, let input = unsafe library.functions.stream_input(stream, count) else {
        throw CodecError("libavcodec does not accept coded data of \(counted(count, "byte"))")
      }
      // The input has room for all units with their start codes (ITU-T H.264 annex B).
      let room = unsafe UnsafeMutableBufferPointer(start: input, count: count)
      var start = 0
      for unit in units {
        for byte in AnnexB.startCode {
          unsafe room[start] = byte
          start += 1
        }
        unsafe unit.withUnsafeBytes { bytes in
          unsafe UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(room)[start...]
          )
          .copyMemory(from: bytes)
        }
        start += unit.count
      }
      _ = unsafe library.functions.stream_send(stream, number)
      try receive(body)
    }

    /// Ends the input, so that all remaining frames are returned.
    mutating func end(_ body: MovieFrameBody) throws(CodecError) {
      unsafe library.functions.stream_end(stream)
      try receive(body)
    }

    private func receive(_ body: MovieFrameBody) throws(CodecError) {
      // No decoder holds more images than this.
      for _ in 0..<256 {
        var picture = unsafe boxwalk_av_picture()
        var number: UInt32 = 0
        let count = unsafe library.functions.stream_receive(stream, &picture, &number)
        if count == 0 { return }
        if count < 0 { continue }
        // FFmpeg's names are constant.
        let name = unsafe picture.format.map { unsafe String(cString: $0) } ?? "?"
        guard let format = LibAVPixelFormat(name) else {
          throw CodecError(
            "its frames have the format \(name), which is not supported", .unsupported)
        }
        let (width, height) = (Int(unsafe picture.width), Int(unsafe picture.height))
        guard width > 0, height > 0, let base = unsafe picture.planes.0,
          unsafe picture.strides.0 >= width * (format.bitDepth > 8 ? 2 : 1)
        else { continue }
        // The image is good until the next one is taken.
        let plane = unsafe DecodedTile.Plane(
          base: UnsafeRawPointer(base), stride: picture.strides.0, width: width, height: height)
        try body(number, plane, format.bitDepth)
      }
    }
  }
#endif

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

#if canImport(CDe265)
  import WorkerProtocol
  internal import CDe265
  import FieldCoding
  import HEIF

  /// libde265, which gets NAL units directly.
  ///
  /// One decoder decodes all tiles of a configuration: after each image it is reset, and it gets the parameter sets
  /// again, because they cost nothing compared with the image.
  ///
  /// libde265 returns an image for any data. Three things show damage: its warnings, a picture hash (SEI) that does
  /// not match the samples, and blocks that no slice has covered.
  @safe
  struct De265Decoder: TileDecoder, ~Copyable {
    static let name = "libde265"

    private let context: OpaquePointer
    private let configuration: ImagePlan.DecoderConfiguration
    private let picture: De265Picture
    /// Whether a damaged image is returned; ``missingBlocks`` lists the damage.
    private let allowsDamage: Bool
    /// The blocks of 8 × 8 luma samples of the last image that no slice has covered, by their index in
    /// rows of ``blocksInRow``.
    private(set) var missingBlocks: [Int] = []
    private(set) var blocksInRow = 0
    /// Those of a movie that libde265 has.
    private var parameterSets: Set<[UInt8]> = []

    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
    ) throws(CodecError) {
      try self.init(configuration, size: size, budget: budget, allowsDamage: false)
    }

    /// - Parameter size: of every image; nil if they may have any size.
    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size?, budget: Int,
      allowsDamage: Bool
    ) throws(CodecError) {
      guard let context = unsafe de265_new_decoder() else {
        throw CodecError("libde265 cannot be set up")
      }
      unsafe self.context = OpaquePointer(context)
      self.configuration = configuration
      self.allowsDamage = allowsDamage
      picture = De265Picture(
        size: size, budget: budget / (min(configuration.referenceCount, 16) + 1))
      unsafe picture.serve(context)
      unsafe de265_set_parameter_bool(
        context, DE265_DECODER_PARAM_BOOL_SEI_CHECK_HASH, allowsDamage ? 0 : 1)
      unsafe de265_set_parameter_bool(
        context, DE265_DECODER_PARAM_SUPPRESS_FAULTY_PICTURES, allowsDamage ? 0 : 1)
    }

    // `picture` is still there when libde265 gives its memory back.
    deinit { _ = unsafe de265_free_decoder(UnsafeMutableRawPointer(context)) }

    mutating func decode(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) {
      let units = try NALUnitRanges.ranges(in: data, lengthSize: configuration.lengthSize)
      // We own the context until `deinit`.
      let context = unsafe UnsafeMutableRawPointer(context)
      unsafe de265_reset(context)
      let count = configuration.referenceCount
      let pictures = count == 0 ? [units] : pictures(units, in: data)
      guard pictures.count == count + 1 else {
        throw CodecError(
          "the coded data has \(counted(pictures.count, "image")), instead of one that is shown and \(count) that it is predicted from"
        )
      }
      var isTaken = false
      for (number, units) in pictures.enumerated() {
        let sets = number == 0 ? configuration.parameterSets.map { $0[...] } : []
        let own = units.map { data[$0] }.filter { !isDoubtfulHash($0) }
        (missingBlocks, blocksInRow) = unsafe try decode(sets + own, number) {
          (image) throws(CodecError) in
          // Reference pictures are not shown.
          guard unsafe de265_get_image_PTS(image) == count else { return }
          try body(try unsafe tile(image))
          isTaken = true
        }
      }
      guard isTaken else { throw CodecError("the coded data has no image to be shown") }
    }

    /// Decodes a sample of a movie, whose image may be predicted from those before it.
    ///
    /// - Parameters:
    ///   - number: the number of the sample.
    ///   - isFirst: whether it is the first one that this decoder gets.
    ///   - body: gets the images that can be shown, with the numbers of their samples.
    mutating func decode(
      _ data: [UInt8], sample number: Int, isFirst: Bool,
      _ body: (Int, DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) {
      let units = try NALUnitRanges.ranges(in: data, lengthSize: configuration.lengthSize)
      let sets = isFirst ? configuration.parameterSets.map { $0[...] } : []
      let own = units.map { data[$0] }.filter { !isDoubtfulHash($0) }
      let needed = withoutRepeatedSets(sets + own)
      _ = unsafe try decode(needed, number) { (image) throws(CodecError) in
        try body(unsafe Int(de265_get_image_PTS(image)), try unsafe tile(image))
      }
    }

    /// The NAL units of a sample without parameter sets that libde265 has. It would take repeated ones for others, and forget
    /// images to which later ones refer.
    private mutating func withoutRepeatedSets(_ units: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
      let isSet = { (unit: ArraySlice<UInt8>) in
        unit.first.map { (32...34).contains($0 >> 1 & 0x3F) } == true
      }
      let sets = Set(units.filter(isSet).map { Array($0) })
      if sets.isSubset(of: parameterSets) { return units.filter { !isSet($0) } }
      parameterSets = sets
      return units
    }

    /// Hands out the frames of a movie that were held back. After that, nothing can be decoded.
    mutating func end(
      _ body: (Int, DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) {
      // We own the context until `deinit`.
      let context = unsafe UnsafeMutableRawPointer(context)
      picture.begin()
      unsafe de265_flush_data(context)
      var callsLeft = 64
      try unsafe handOut(&callsLeft) { (image) throws(CodecError) in
        try body(unsafe Int(de265_get_image_PTS(image)), try unsafe tile(image))
      }
    }

    /// Decodes what was pushed to its end, and hands out the images.
    private func handOut(
      _ callsLeft: inout Int, _ body: (OpaquePointer) throws(CodecError) -> Void
    ) throws(CodecError) {
      // We own the context until `deinit`.
      let context = unsafe UnsafeMutableRawPointer(context)
      // At the end of its input `more` counts the images that wait to be taken.
      var more: Int32 = 1
      while more != 0, try step(&more, &callsLeft) {
        while let image = unsafe de265_peek_next_picture(context) {
          try unsafe body(image)
          unsafe de265_release_next_picture(context)
        }
      }
    }

    /// Decodes an image.
    ///
    /// - Parameter number: the number of the image, which identifies it in the output.
    /// - Returns: the blocks that no slice has covered, and the number of blocks in a row.
    private func decode(
      _ units: [ArraySlice<UInt8>], _ number: Int,
      _ body: (OpaquePointer) throws(CodecError) -> Void
    ) throws(CodecError) -> (missing: [Int], inRow: Int) {
      let context = unsafe UnsafeMutableRawPointer(context)
      picture.begin()
      // Each call does at least the work of one NAL unit; damaged data must not cause an endless loop.
      var callsLeft = 64 + 4 * units.count

      // With SAO enabled, libde265 would not use the provided memory. It is a filter of whole images, which runs when
      // the end of the image is known; by then it is enabled again.
      unsafe de265_set_parameter_bool(context, DE265_DECODER_PARAM_DISABLE_SAO, 1)
      for unit in units { try push(unit, number) }
      var more: Int32 = 1
      while try step(&more, &callsLeft) {}
      guard picture.count > 0 else { throw CodecError("the coded data has no image") }
      let inRow = picture.blocksInRow
      let missing = picture.missingBlocks(atMost: allowsDamage ? .max : 1)
      guard missing.isEmpty || allowsDamage else {
        throw CodecError("the bitstream is damaged: a part of the image is missing")
      }

      unsafe de265_set_parameter_bool(context, DE265_DECODER_PARAM_DISABLE_SAO, 0)
      // The end of the stream is not pushed: a decoder would not forget it by a reset.
      unsafe de265_push_end_of_frame(context)
      try unsafe handOut(&callsLeft, body)
      return (missing, inRow)
    }

    /// The NAL units of each image. NAL units before its first slice belong to it (ITU-T H.265
    /// §7.4.2.4.4).
    private func pictures(_ units: [Range<Int>], in data: [UInt8]) -> [[Range<Int>]] {
      var pictures: [[Range<Int>]] = [[]]
      var hasSlice = false
      for unit in units {
        let type = data[unit.lowerBound] >> 1 & 0x3F
        let isSlice = type < 32
        let isFirst = isSlice && unit.count > 2 && data[unit.lowerBound + 2] & 0x80 != 0
        if hasSlice, isFirst || (32...39).contains(type) {
          pictures.append([])
          hasSlice = false
        }
        if isSlice { hasSlice = true }
        pictures[pictures.count - 1].append(unit)
      }
      return pictures
    }

    /// One step of decoding.
    ///
    /// - Returns: false if there is nothing left to do.
    private func step(_ more: inout Int32, _ callsLeft: inout Int) throws(CodecError) -> Bool {
      callsLeft -= 1
      guard callsLeft > 0 else { throw CodecError("the bitstream is damaged: it has no end") }
      // We own the context until `deinit`.
      let context = unsafe UnsafeMutableRawPointer(context)
      let result = unsafe de265_decode(context, &more)
      if let refusal = picture.refusal { throw refusal }
      // A warning is libde265's word for data that was missing or wrong, and made up for.
      let warning = unsafe de265_get_warning(context)
      guard warning == DE265_OK || allowsDamage else {
        throw CodecError("the bitstream is damaged: \(text(warning))")
      }
      if result == DE265_ERROR_WAITING_FOR_INPUT_DATA { return false }
      if allowsDamage { return result == DE265_OK }
      try check(result)
      return true
    }

    /// Whether a NAL unit is a picture hash that is not an MD5 (ITU-T H.265 §D.2.19).
    ///
    /// libde265 1.0.11 computes some checksums and CRCs wrongly, and would find damage where none is.
    private func isDoubtfulHash(_ unit: ArraySlice<UInt8>) -> Bool {
      let bytes = unit.prefix(5).map { $0 }
      // Header, payload type and size, and the kind of hash: 0 is MD5. libde265 reads nothing else
      // of a suffix SEI, which is type 40.
      return bytes[0] >> 1 & 0x3F == 40 && !(bytes.count == 5 && bytes[2] == 132 && bytes[4] == 0)
    }

    private func push(_ unit: ArraySlice<UInt8>, _ number: Int) throws(CodecError) {
      guard let count = Int32(exactly: unit.count) else {
        throw CodecError(
          "a NAL unit of \(counted(unit.count, "byte")) is longer than libde265 takes")
      }
      let context = unsafe UnsafeMutableRawPointer(context)
      // libde265 copies the bytes before it returns.
      let result = unsafe unit.withUnsafeBytes { bytes in
        unsafe de265_push_NAL(context, bytes.baseAddress, count, de265_PTS(number), nil)
      }
      try check(result)
    }

    /// - Parameter image: the image that is next in `context`.
    private func tile(_ image: OpaquePointer) throws(CodecError) -> DecodedTile {
      let chroma: ChromaSampling =
        switch unsafe de265_get_chroma_format(image) {
        case de265_chroma_mono: .monochrome
        case de265_chroma_420: .yuv420
        case de265_chroma_422: .yuv422
        default: .yuv444
        }
      let depth = Int(unsafe de265_get_bits_per_pixel(image, 0))
      var tile = DecodedTile(
        width: Int(unsafe de265_get_image_width(image, 0)),
        height: Int(unsafe de265_get_image_height(image, 0)), chroma: chroma, bitDepth: depth)
      for channel in 0..<Int32(chroma.planeCount) {
        var stride: Int32 = 0
        guard let base = unsafe de265_get_image_plane(image, channel, &stride) else {
          throw CodecError("libde265 gave no image")
        }
        guard Int(unsafe de265_get_bits_per_pixel(image, channel)) == depth else {
          throw CodecError(
            "luma and chroma have different bit depths, which is not supported", .unsupported)
        }
        tile.planes.append(
          unsafe DecodedTile.Plane(
            base: UnsafeRawPointer(base), stride: Int(stride),
            width: Int(de265_get_image_width(image, channel)),
            height: Int(de265_get_image_height(image, channel))))
      }
      return tile
    }

    private func check(_ result: de265_error) throws(CodecError) {
      guard result != DE265_OK else { return }
      throw CodecError("libde265: \(text(result))")
    }

    private func text(_ code: de265_error) -> String {
      // A constant string of the library.
      unsafe String(cString: de265_get_error_text(code))
    }
  }
#endif

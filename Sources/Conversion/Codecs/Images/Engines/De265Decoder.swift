#if canImport(CDe265)
  internal import CDe265
  import FieldCoding
  import HEIF
  import WorkerProtocol

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

  /// The memory into which libde265 decodes an image.
  ///
  /// It is allocated here for two reasons. An image whose size differs from the size in the container is refused
  /// before it costs anything. And libde265 does not report whether slices cover the whole image: the memory is
  /// filled with marks first, and a block that still has the marks was never decoded.
  @safe
  final class De265Picture {
    private let size: ImagePlan.Size?
    private let budget: Int
    /// Images since ``begin()``.
    private(set) var count = 0
    /// The reason why libde265 got no memory.
    private(set) var refusal: CodecError?
    private var luma: Luma?

    /// The luma plane of the image that libde265 has now.
    @safe
    private struct Luma {
      let base: UnsafeMutableRawPointer
      let stride: Int
      let height: Int
      /// The number of blocks of 8 samples in a row.
      let blocks: Int
      let marks: SentinelMarks
    }

    /// - Parameters:
    ///   - size: of every image; nil if they may have any size.
    ///   - budget: the most bytes that the planes of an image may take.
    init(size: ImagePlan.Size?, budget: Int) {
      self.size = size
      self.budget = budget
    }

    /// Makes libde265 allocate memory here; this object must outlive the decoder.
    func serve(_ decoder: UnsafeMutableRawPointer) {
      // libde265 passes the pointer that it gets here to the functions. It calls them only within our calls
      // of libde265.
      var functions = unsafe de265_image_allocation(
        get_buffer: { _, specification, image, user in
          guard let specification = unsafe specification?.pointee, let image = unsafe image,
            let user = unsafe user
          else { return 0 }
          let picture = unsafe Unmanaged<De265Picture>.fromOpaque(user).takeUnretainedValue()
          return unsafe picture.allocate(specification, image) ? 1 : 0
        },
        release_buffer: { _, image, user in
          guard let image = unsafe image, let user = unsafe user else { return }
          let picture = unsafe Unmanaged<De265Picture>.fromOpaque(user).takeUnretainedValue()
          unsafe picture.release(image)
        })
      unsafe de265_set_image_allocation_functions(
        decoder, &functions, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Gets ready for an image. It is called before the coded data of the image is given to
    /// libde265.
    func begin() {
      count = 0
      refusal = nil
    }

    private func allocate(_ specification: de265_image_spec, _ image: OpaquePointer) -> Bool {
      count += 1
      guard count == 1 else { return refuse("the coded data has more than one image") }
      let visible = ImagePlan.Size(
        width: Int(specification.visible_width), height: Int(specification.visible_height))
      let (width, height) = (Int(specification.width), Int(specification.height))
      if let size {
        guard visible == size else {
          return refuse(
            "is \(visible.width) × \(visible.height), but the container says \(size.width) × \(size.height)"
          )
        }
        let coded = ImagePlan.Size(width: width, height: height)
        if let reason = size.refusal(coded: coded) { return refuse(reason) }
      }
      let (horizontal, vertical) =
        switch specification.format {
        case de265_image_format_YUV420P8: (2, 2)
        case de265_image_format_YUV422P8: (2, 1)
        default: (1, 1)
        }
      let isMonochrome = specification.format == de265_image_format_mono8
      let lumaBytes = unsafe de265_get_bits_per_pixel(image, 0) > 8 ? 2 : 1
      let chromaBytes = unsafe de265_get_bits_per_pixel(image, 1) > 8 ? 2 : 1
      // Rows start on cache lines, which is more than vector instructions require.
      let lumaStride = (width * lumaBytes + 63) & ~63
      let chromaStride = isMonochrome ? 0 : (width / horizontal * chromaBytes + 63) & ~63
      let chromaCount = chromaStride * (height / vertical)
      // The image may be larger than its visible part.
      let need = lumaStride * height + 2 * chromaCount
      if let excess = CodecError.excess(need, over: budget) { return refuse(excess.message) }
      // Vector instructions may read beyond the end.
      let base = UnsafeMutableRawPointer.allocate(byteCount: need + 64, alignment: 64)
      // The three planes follow each other; `release` finds the memory by the first one's user data.
      unsafe de265_set_image_plane(image, 0, base, Int32(lumaStride), base)
      for plane in 1...2 {
        let start = unsafe base + lumaStride * height + (plane - 1) * chromaCount
        unsafe de265_set_image_plane(
          image, Int32(plane), isMonochrome ? nil : start, Int32(chromaStride), nil)
      }
      let luma = unsafe Luma(
        base: base, stride: lumaStride, height: height, blocks: width / 8,
        marks: SentinelMarks(
          blocks: width / 8, bitDepth: Int(de265_get_bits_per_pixel(image, 0))))
      for y in 0..<height {
        // The stride has room for a row, and y is below the height.
        unsafe luma.marks.write(y, to: base + y * lumaStride)
      }
      self.luma = luma
      return true
    }

    private func refuse(_ reason: String) -> Bool {
      refusal = CodecError(reason)
      return false
    }

    private func release(_ image: OpaquePointer) {
      guard let base = unsafe de265_get_image_plane_user_data(image, 0) else { return }
      if let current = luma, unsafe current.base == base { luma = nil }
      unsafe base.deallocate()
    }

    /// The number of blocks of 8 luma samples in a row.
    var blocksInRow: Int { luma?.blocks ?? 0 }

    /// The blocks of 8 × 8 luma samples, the smallest coding block (ITU-T H.265 §7.4.3.2.1), that were not decoded, row
    /// by row. Filters must not have run, because they change samples next to decoded blocks.
    func missingBlocks(atMost limit: Int) -> [Int] {
      guard let luma else { return [0] }
      var missing: [Int] = []
      for top in stride(from: 0, through: luma.height - 8, by: 8) {
        for block in 0..<luma.blocks {
          let index = block * luma.marks.wordsInBlock
          let isMarked = (top..<top + 8).allSatisfy { y in
            // All blocks are within the row, and y is below the height.
            unsafe luma.base.load(fromByteOffset: y * luma.stride + index * 8, as: UInt64.self)
              == luma.marks.word(index, y)
          }
          guard isMarked else { continue }
          missing.append(top / 8 * luma.blocks + block)
          if missing.count == limit { return missing }
        }
      }
      return missing
    }
  }
#endif

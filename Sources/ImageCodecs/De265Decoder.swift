#if canImport(CDe265)
  internal import CDe265
  import HEIF

  /// libde265, given NAL units directly.
  ///
  /// One decoder serves all tiles of a configuration: after each picture it is reset, and the
  /// parameter sets are given again, since they cost nothing beside the picture.
  @safe
  struct De265Decoder: TileDecoder, ~Copyable {
    private let context: OpaquePointer
    private let configuration: ImagePlan.DecoderConfiguration

    init(_ configuration: ImagePlan.DecoderConfiguration) throws(CodecError) {
      guard let context = unsafe de265_new_decoder().map({ OpaquePointer($0) }) else {
        throw CodecError("libde265 cannot be set up")
      }
      unsafe self.context = context
      self.configuration = configuration
    }

    deinit { _ = unsafe de265_free_decoder(UnsafeMutableRawPointer(context)) }

    mutating func decode(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) {
      let units = try NALUnits.ranges(in: data, lengthSize: configuration.lengthSize)
      // The context is ours until `deinit`.
      let context = unsafe UnsafeMutableRawPointer(context)
      unsafe de265_reset(context)
      for unit in configuration.parameterSets { try push(unit[...]) }
      for unit in units { try push(data[unit]) }
      try check(unsafe de265_flush_data(context))
      // At the end of its input `more` counts the pictures that wait to be taken.
      var more: Int32 = 1
      var count = 0
      // A call does at least the work of one NAL unit; damaged data must not keep us for ever.
      var callsLeft = 64 + 4 * (configuration.parameterSets.count + units.count)
      while more != 0 {
        callsLeft -= 1
        guard callsLeft > 0 else { throw CodecError("the bitstream is damaged: it has no end") }
        let result = unsafe de265_decode(context, &more)
        if result == DE265_ERROR_WAITING_FOR_INPUT_DATA { break }
        try check(result)
        while let image = unsafe de265_peek_next_picture(context) {
          // A warning is libde265's word for data that was missing or wrong, and made up for.
          let warning = unsafe de265_get_warning(context)
          guard warning == DE265_OK else {
            throw CodecError("the bitstream is damaged: \(text(warning))")
          }
          count += 1
          guard count == 1 else { throw CodecError("the coded data has more than one picture") }
          try body(try unsafe tile(image))
          unsafe de265_release_next_picture(context)
        }
      }
      guard count == 1 else { throw CodecError("the coded data has no picture") }
    }

    private func push(_ unit: ArraySlice<UInt8>) throws(CodecError) {
      let context = unsafe UnsafeMutableRawPointer(context)
      // libde265 copies the bytes before it returns.
      let result = unsafe unit.withUnsafeBytes { bytes in
        unsafe de265_push_NAL(context, bytes.baseAddress, Int32(bytes.count), 0, nil)
      }
      try check(result)
    }

    /// - Parameter image: the picture that is next in `context`.
    private func tile(_ image: OpaquePointer) throws(CodecError) -> DecodedTile {
      let chroma: ChromaFormat =
        switch unsafe de265_get_chroma_format(image) {
        case de265_chroma_mono: .monochrome
        case de265_chroma_420: .yuv420
        case de265_chroma_422: .yuv422
        default: .yuv444
        }
      let depth = Int(unsafe de265_get_bits_per_pixel(image, 0))
      var colour = CodingIndependentCodePoints()
      colour.isFullRange = unsafe de265_get_image_full_range_flag(image) != 0
      colour.colourPrimaries = UInt16(clamping: unsafe de265_get_image_colour_primaries(image))
      colour.transferCharacteristics = UInt16(
        clamping: unsafe de265_get_image_transfer_characteristics(image))
      colour.matrixCoefficients = UInt16(
        clamping: unsafe de265_get_image_matrix_coefficients(image))
      var tile = DecodedTile(
        width: Int(unsafe de265_get_image_width(image, 0)),
        height: Int(unsafe de265_get_image_height(image, 0)), chroma: chroma, bitDepth: depth,
        colour: colour)
      for channel in 0..<Int32(chroma.planeCount) {
        var stride: Int32 = 0
        guard let base = unsafe de265_get_image_plane(image, channel, &stride) else {
          throw CodecError("libde265 gave no picture")
        }
        guard Int(unsafe de265_get_bits_per_pixel(image, channel)) == depth else {
          throw CodecError("luma and chroma have different bit depths, which is not supported")
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

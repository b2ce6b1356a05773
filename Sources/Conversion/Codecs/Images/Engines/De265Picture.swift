#if canImport(CDe265)
  internal import CDe265
  import HEIF

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

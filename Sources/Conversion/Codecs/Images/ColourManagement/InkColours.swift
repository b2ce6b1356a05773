#if canImport(CTurboJPEG) && canImport(CDe265)
  import FieldCoding
  import HEIF

  /// Converts four inks (CMYK) to the colours of sRGB.
  struct InkColours {
    private let transform: ColourTransform?

    /// - Parameter profile: of the press; nil if it is not known, and each ink is taken for what it is called.
    init(_ profile: Bytes?) throws(CodecError) {
      guard let profile else {
        transform = nil
        return
      }
      let transform = try ColourTransform(
        LittleCMS.usual.get(), from: Array(profile), to: nil, bitDepth: 8)
      guard transform.sourceChannels == 4 else {
        throw CodecError("the colours cannot be converted: their profile is not for CMYK images")
      }
      self.transform = transform
    }

    /// The image in planes of green, blue and red.
    ///
    /// - Parameter inks: cyan, magenta, yellow and black of each sample, 0 for none.
    func picture(_ inks: [UInt8], width: Int, height: Int) -> PlanarImage {
      let image = PlanarImage(width: width, height: height, chroma: .yuv444, bitDepth: 8)
      for y in 0..<height {
        let row = colours(Array(inks[y * width * 4..<(y + 1) * width * 4]))
        for (plane, channel) in zip(image.planes, [1, 2, 0]) {
          for x in 0..<width { plane.set(UInt16(row[x * 3 + channel]), x, y) }
        }
      }
      return image
    }

    /// Red, green and blue.
    private func colours(_ inks: [UInt8]) -> [UInt8] {
      if let transform { return transform.applied(to: inks, channels: 4) }
      var result: [UInt8] = []
      result.reserveCapacity(inks.count / 4 * 3)
      for offset in stride(from: 0, to: inks.count, by: 4) {
        let paper = 255 - Int(inks[offset + 3])
        for ink in inks[offset..<offset + 3] {
          result.append(UInt8(((255 - Int(ink)) * paper + 127) / 255))
        }
      }
      return result
    }
  }
#endif

/// The meaning of FFmpeg's name of a pixel format.
struct LibAVPixelFormat: Equatable {
  var chroma: ChromaSampling
  var bitDepth: Int

  init(chroma: ChromaSampling, bitDepth: Int) {
    self.chroma = chroma
    self.bitDepth = bitDepth
  }

  /// - Parameter name: `yuv420p`, `yuvj422p`, `gray10le`, `gbrp12le`, ... Nil for formats with other planes, or with
  ///   another byte order.
  init?(_ name: String) {
    var rest = name[...]
    func take(_ prefix: String) -> Bool {
      guard rest.hasPrefix(prefix) else { return false }
      rest.removeFirst(prefix.count)
      return true
    }
    // The `j` stands for full range, which does not affect the planes.
    if take("gray") {
      chroma = .monochrome
    } else if take("yuv420p") || take("yuvj420p") {
      chroma = .yuv420
    } else if take("yuv422p") || take("yuvj422p") {
      chroma = .yuv422
    } else if take("yuv440p") || take("yuvj440p") {
      chroma = .yuv440
    } else if take("yuv444p") || take("yuvj444p") || take("gbrp") {
      // Green, blue and red are the planes 0, 1 and 2 in HEVC, too.
      chroma = .yuv444
    } else {
      return nil
    }
    if rest.isEmpty {
      bitDepth = 8
      return
    }
    let order = UInt16(1).littleEndian == 1 ? "le" : "be"
    guard rest.hasSuffix(order), let depth = Int(rest.dropLast(2)), (9...16).contains(depth) else {
      return nil
    }
    bitDepth = depth
  }
}

extension LibAVPixelFormat: CustomStringConvertible {
  var description: String { "\(chroma) with \(bitDepth) bits" }
}

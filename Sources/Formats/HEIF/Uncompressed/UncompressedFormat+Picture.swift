extension UncompressedFormat {
  /// The kind of the planes of the image.
  public enum Colours: Sendable { case gray, yCbCr, rgb }

  /// The components of the image: those of the palette, if there is one.
  private var shown: [Component] { palette?.components ?? components }

  /// The kind of the planes of the image.
  public var colours: Colours {
    let meanings = Set<Meaning>(shown.compactMap(\.meaning))
    if meanings.isSuperset(of: [.red, .green, .blue]) { return .rgb }
    return meanings.isSuperset(of: [.luma, .cb, .cr]) ? .yCbCr : .gray
  }

  /// Whether there is an alpha component.
  public var hasAlpha: Bool {
    shown.contains { $0.meaning == .alpha } && shown.contains { $0.meaning != .alpha }
  }

  /// The component of each plane: green, blue and red, in the order of the identity matrix (ITU-T H.273); luma, Cb and
  /// Cr; or only one component.
  ///
  /// Throws if the components do not make up an image that can be shown.
  ///
  /// - Parameter isAlpha: whether the image is an alpha plane.
  public func planes(isAlpha: Bool) throws(Refusal) -> [Meaning] {
    let meanings: [Meaning]
    switch colours {
    case _ where isAlpha: meanings = [.alpha]
    case .rgb: meanings = [.green, .blue, .red]
    case .yCbCr: meanings = [.luma, .cb, .cr]
    case .gray:
      guard !components.contains(where: { $0.meaning == .filterArray }) else {
        throw Refusal(
          sentence:
            "is what a sensor sees behind a filter array (Bayer): its colours have to be developed by a "
            + "program for raw photos; boxwalk extract gives its samples")
      }
      let own = Set<Meaning>(shown.compactMap(\.meaning))
      let grays: [Meaning] = [.monochrome, .luma, .depth, .disparity, .alpha]
      guard let gray = grays.first(where: own.contains) else {
        throw Refusal(sentence: "has no components that make up a picture")
      }
      meanings = [gray]
    }
    for meaning in meanings {
      // Luma of several columns is between chroma samples.
      let count = interleave == .multiY && meaning == .luma ? sampling.factors.horizontal : 1
      guard shown.count(where: { $0.meaning == meaning }) == count else {
        throw Refusal(sentence: "has not as many components as its colours need")
      }
    }
    return meanings
  }
}

extension CodingIndependentCodePoints {
  /// The default colours of an uncompressed image: full range (ISO/IEC 23000-22 §7.3.6.4).
  init(_ colours: UncompressedFormat.Colours) {
    self = colours == .rgb ? .png : .jfif
  }
}

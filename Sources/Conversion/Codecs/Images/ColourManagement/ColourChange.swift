public import FieldCoding

/// The profiles that colours are converted from and to.
public struct ColourChange: Sendable {
  /// The profile of the image, after tones are mapped.
  public var source: Bytes
  /// The profile of the result.
  public var target: Bytes

  public init(from source: Bytes, to target: Bytes) {
    self.source = source
    self.target = target
  }
}

/// Conversion of samples between two profiles, made ready.
struct ColourConverter: Sendable {
  #if canImport(CDe265)
    private let eight: ColourTransform
    private let sixteen: ColourTransform

    /// Prepares the conversion. Nil if no colour changes.
    init?(_ change: ColourChange?) throws(CodecError) {
      guard let change else { return nil }
      let library = try LittleCMS.usual.get()
      let (source, target) = (Array(change.source), Array(change.target))
      eight = try ColourTransform(library, from: source, to: target, bitDepth: 8)
      guard eight.sourceChannels < 4 else {
        throw CodecError("the colours cannot be converted: their profile is for CMYK images")
      }
      if eight.changesNothing { return nil }
      sixteen = try ColourTransform(library, from: source, to: target, bitDepth: 16)
    }

    /// - Parameter rows: as PNG has them.
    func converted(_ rows: SampleRows) throws(CodecError) -> SampleRows {
      let transform = rows.bitDepth == 8 ? eight : sixteen
      guard rows.channels <= transform.sourceChannels else {
        throw CodecError("the colours cannot be converted: their profile is for grey images")
      }
      var result = rows
      result.channels = transform.targetChannels
      result.bytes = transform.applied(to: rows.bytes, channels: rows.channels)
      return result
    }
  #else
    init?(_ change: ColourChange?) throws(CodecError) {
      guard change != nil else { return nil }
      throw CodecError("this build cannot convert colours; build it with the trait Codecs")
    }

    func converted(_ rows: SampleRows) throws(CodecError) -> SampleRows { rows }
  #endif
}

import HEIF
import Metadata

extension GainMapMetadata {
  /// What the XMP of a gain map, or else that of its image, states; nil if neither says what the map means.
  init?(describing map: GainMap, of picture: UInt32, in file: HEIFFile) {
    let items = [map.item.id, picture].flatMap(file.metadataItems).filter { $0.type == "mime" }
    let packets = items.compactMap { try? file.data(of: $0.id) }.compactMap { XMPPacket($0) }
    guard let stated = packets.lazy.compactMap({ GainMapMetadata($0) }).first else { return nil }
    self = stated
  }

  /// The properties of a gain map in XMP (Ultra HDR image format v1); nil if they are incomplete or invalid.
  init?(_ packet: XMPPacket) {
    func numbers(_ name: String, _ usual: Double?) -> [Double]? {
      let texts = packet.gainMapValues(of: name)
      let numbers = texts.compactMap { Double($0.filter { !$0.isWhitespace }) }
      guard numbers.count == texts.count, numbers.allSatisfy({ abs($0) <= 1000 }) else {
        return nil
      }
      return numbers.isEmpty ? usual.map { [$0] } : numbers
    }
    guard let least = numbers("GainMapMin", 0), let most = numbers("GainMapMax", nil),
      let gamma = numbers("Gamma", 1), let base = numbers("OffsetSDR", 1 / 64),
      let alternate = numbers("OffsetHDR", 1 / 64), let low = numbers("HDRCapacityMin", 0),
      let high = numbers("HDRCapacityMax", nil), low.count == 1, high.count == 1, low[0] >= 0,
      high[0] >= 0
    else { return nil }
    let lists = [least, most, gamma, base, alternate]
    guard lists.allSatisfy({ [1, 3].contains($0.count) }), gamma.allSatisfy({ $0 > 0 }) else {
      return nil
    }
    self.init()
    usesBaseColourSpace = true
    isMultichannel = lists.contains { $0.count == 3 }
    (baseHeadroom, alternateHeadroom) = (Fraction(rounding: low[0]), Fraction(rounding: high[0]))
    channels = (0..<(isMultichannel ? 3 : 1)).map { index in
      let value = { (list: [Double]) in list.count == 1 ? list[0] : list[index] }
      var channel = Channel()
      channel.gainMapMin = SignedFraction(rounding: value(least))
      channel.gainMapMax = SignedFraction(rounding: value(most))
      channel.gamma = Fraction(rounding: value(gamma))
      channel.baseOffset = SignedFraction(rounding: value(base))
      channel.alternateOffset = SignedFraction(rounding: value(alternate))
      return channel
    }
    // The properties are those of the SDR and of the HDR image, whichever is the base.
    if packet.gainMapValues(of: "BaseRenditionIsHDR") == ["True"] { exchangePictures() }
  }

  /// Makes the alternate image the base. The gains are the same, because they always lead to the brighter image.
  mutating func exchangePictures() {
    swap(&baseHeadroom, &alternateHeadroom)
    for index in channels.indices {
      let offset = channels[index].baseOffset
      channels[index].baseOffset = channels[index].alternateOffset
      channels[index].alternateOffset = offset
    }
  }
}

extension GainMapMetadata.Fraction {
  /// A number from 0 to 1000, in parts of a million.
  fileprivate init(rounding number: Double) {
    self.init(numerator: UInt32((number * 1_000_000).rounded()), denominator: 1_000_000)
  }
}

extension GainMapMetadata.SignedFraction {
  /// A number from -1000 to 1000, in parts of a million.
  fileprivate init(rounding number: Double) {
    self.init(numerator: Int32((number * 1_000_000).rounded()), denominator: 1_000_000)
  }
}

import ISOBMFF

/// The check of essential properties (ISO/IEC 23008-12 §9.3.1).
extension HEIFFile {
  /// Throws if an item has an essential property that is unknown or damaged.
  func checkEssentialProperties(of item: Item) throws(FieldError) {
    // Those of other codecs are left to libheif, which refuses what it does not understand.
    let isOther = Codec(item) == .other
    for property in item.properties where property.isEssential {
      if !HEIFFile.understood.contains(property.box.type), !isOther {
        throw error(
          item.id, "needs the property \(property.box.type), which is essential and not understood",
          in: "iprp")
      }
      if !property.box.damage.isEmpty {
        throw error(
          item.id, "needs the property \(property.box.type), which is damaged", in: "iprp")
      }
    }
    try checkLayers(of: item)
    let needed = item.property(RequiredReferenceTypesProperty.self)?.referenceTypes ?? []
    if let type = needed.first(where: { $0 != "pred" }) {
      throw error(
        item.id,
        "needs references of the type \(type) to be decoded (rref), which is not supported",
        in: "iprp")
    }
  }

  /// Refuses layers other than the base layer, except for AV1: decoders show only the base layer, and so does
  /// a plan.
  private func checkLayers(of item: Item) throws(FieldError) {
    if Codec(itemType: item.type) == .av1 { return }
    if let point = item.property(OperatingPointSelectorProperty.self)?.opIndex, point != 0 {
      throw error(
        item.id, "is the operating point \(point) of its bitstream (a1op), which is not supported",
        in: "iprp")
    }
    if let layer = item.property(LayerSelectorProperty.self)?.layerID, layer != 0xFFFF {
      throw error(
        item.id, "is the layer \(layer) of its bitstream (lsel), which is not supported", in: "iprp"
      )
    }
  }

  /// Properties that a plan takes into account, or that change nothing about the pixels.
  private static let understood = understoodOfAllCodings.union([
    "hvcC", "avcC", "av1C", "jpgC", "a1op", "a1lx", "lsel", "cmpd", "uncC", "cpal", "cmpC", "icef",
    "icbr", "j2kH",
  ])

  /// Those that are not of one codec.
  static let understoodOfAllCodings: Set<FourCC> = [
    "ispe", "pixi", "colr", "pasp", "clap", "irot", "imir", "auxC", "clli", "mdcv", "cclv", "amve",
    "rloc", "udes", "altt", "crtt", "mdft", "cmin", "cmex", "free", "skip", "rref",
  ]
}

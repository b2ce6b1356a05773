import ISOBMFF
import Metadata

extension HEIFFile {
  /// Whether the samples of a gain map are described. Without that, programs cannot use the map.
  private func describesSamples(of map: GainMap) -> Bool {
    if case .toneMap(let item) = map.meaning {
      return (try? data(of: item.id)).flatMap { try? ToneMap(decoding: $0) } != nil
    }
    // Apple writes the headroom into the XMP of the map. Others describe the map there, or in the XMP of the image.
    let images = targets("auxl", from: map.item.id)
    let packets = ([map.item.id] + images).flatMap(metadataItems(of:)).lazy
      .filter { $0.type == "mime" }
      .compactMap { (try? data(of: $0.id)).flatMap { XMPPacket($0) } }
    if packets.contains(where: {
      !$0.gainMapValues(of: "GainMapMax").isEmpty || $0.statesAppleHeadroom
    }) {
      return true
    }
    return images.compactMap(exifItem(of:)).contains { item in
      let tiff = (try? data(of: item.id)).flatMap { ExifItem.tiff(in: $0) }
      return (tiff.flatMap { try? TIFFFile($0) })?.makerNote?.headroomStops != nil
    }
  }

  /// The gain maps that no program can use, because the file does not describe their samples.
  public var undescribedGainMaps: [GainMap] {
    var seen: Set<UInt32> = []
    var maps: [GainMap] = []
    for item in items {
      let found: GainMap?
      if item.type == "tmap" {
        found = gainMap(of: item.id)
      } else {
        guard let type = item.property(AuxiliaryTypeProperty.self),
          AuxiliaryKind(urn: type.auxType.string) == .hdrGainMap
        else { continue }
        // An image with several maps is shown with the one that is preferred.
        found = targets("auxl", from: item.id).lazy.compactMap { gainMap(of: $0) }
          .first { $0.item.id == item.id }
      }
      guard let found, !describesSamples(of: found), seen.insert(found.item.id).inserted else {
        continue
      }
      maps.append(found)
    }
    return maps
  }
}

extension XMPPacket {
  fileprivate var statesAppleHeadroom: Bool {
    value(of: "HDRGainMapHeadroom", in: "http://ns.apple.com/HDRGainMap/1.0/") != nil
  }
}

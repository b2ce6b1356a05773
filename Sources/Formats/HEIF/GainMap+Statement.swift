import ISOBMFF
import Metadata

extension GainMap {
  /// The location of the description of a gain map.
  public enum Statement: Equatable, Sendable {
    /// The `tmap` item with this ID (ISO 21496-1).
    case toneMap(UInt32)
    /// The XMP packet in this item.
    case xmp(UInt32)
    /// The maker note in the Exif of this item.
    case makerNote(UInt32)
  }
}

extension HEIFFile {
  /// The metadata that describes the samples of a gain map; nil if there is none, so that programs cannot use the map.
  public func statement(of map: GainMap) -> GainMap.Statement? {
    if case .toneMap(let item) = map.meaning {
      let isRead = (try? data(of: item.id)).flatMap { try? ToneMap(decoding: $0) } != nil
      return isRead ? .toneMap(item.id) : nil
    }
    // Apple writes the headroom into the XMP of the map. Others describe the map there, or in the XMP of the image.
    let pictures = targets("auxl", from: map.item.id)
    for item in ([map.item.id] + pictures).flatMap(metadataItems(of:)) where item.type == "mime" {
      guard let packet = (try? data(of: item.id)).flatMap({ XMPPacket($0) }) else { continue }
      if !packet.gainMapValues(of: "GainMapMax").isEmpty || packet.statesAppleHeadroom {
        return .xmp(item.id)
      }
    }
    for item in pictures.compactMap(exifItem(of:)) {
      let tiff = (try? data(of: item.id)).flatMap { ExifItem.tiff(in: $0) }
      if (tiff.flatMap { try? TIFFFile($0) })?.makerNote?.headroomStops != nil {
        return .makerNote(item.id)
      }
    }
    return nil
  }
}

extension HEIFFile {
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
      guard let found, statement(of: found) == nil, seen.insert(found.item.id).inserted else {
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

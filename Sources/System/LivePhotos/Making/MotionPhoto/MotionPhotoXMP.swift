import Editing
import HEIF
import ISOBMFF
import Metadata

extension Bytes {
  /// This JPEG file with another description of its movie and its parts in XMP.
  func settingMotionPhoto(
    _ change: (inout MotionPhotoDescription) -> Void
  ) throws(EditError) -> ByteWriter {
    let picture = JPEGSegments(self)
    let packet = try changed(picture.xmp, change)
    guard let packet else {
      var writer = ByteWriter()
      writer.write(self)
      return writer
    }
    do throws(MetadataSettingError) { return try picture.settingXMP(packet) } catch {
      throw EditError(error)
    }
  }
}

extension Edit {
  /// Gives this HEIC or AVIF photo another description of its movie in XMP.
  mutating func setMotionPhoto(
    _ change: (inout MotionPhotoDescription) -> Void
  ) throws(EditError) {
    guard let photo = HEIFFile(original), let primary = photo.primaryItem else {
      throw EditError(.wrongFile, "is not a HEIC or AVIF photo with an image in a meta box")
    }
    let item = photo.xmpItem(of: primary.id)
    var old: Bytes?
    do throws(FieldError) {
      old = try item.map { (item) throws(FieldError) in try photo.data(of: item.id) }
    } catch { throw EditError(error) }
    guard let packet = try changed(old, change) else { return }
    if let item {
      try setData(of: item, to: packet, in: photo)
      guard packet.isEmpty else { return }
      removeItems([item.id])
      // The XMP box is empty now.
      file.boxes.removeAll { box in
        box.type == "mdat" && !box.pieces.isEmpty && box.pieces.allSatisfy(\.isEmpty)
      }
      return
    }
    guard !packet.isEmpty else { return }
    try addMetadata(
      "mime", contentType: "application/rdf+xml", packet, describing: primary, in: photo)
  }
}

/// The packet with another description; empty if it has nothing else, and nil if it does not change.
private func changed(
  _ xmp: Bytes?, _ change: (inout MotionPhotoDescription) -> Void
) throws(EditError) -> [UInt8]? {
  guard let packet = XMPPacket(xmp.map { Array($0) } ?? XMPPacket.empty) else {
    throw EditError(.damaged, "has XMP metadata that cannot be read")
  }
  let old = packet.motionPhoto
  var new = old
  change(&new)
  guard new != old || packet.hasMovie && new == MotionPhotoDescription() else { return nil }
  guard let result = packet.describing(new) else {
    throw EditError(
      .unsupported, "has XMP metadata without room for the description of the movie")
  }
  return XMPPacket(result)?.saysNothing == true ? [] : result
}

extension XMPPacket {
  private static let tiff = "http://ns.adobe.com/tiff/1.0/"
  private static let exif = "http://ns.adobe.com/exif/1.0/"

  /// The packet for an image whose pixels are upright and have this size: it corrects other values in place.
  public func upright(width: Int, height: Int) -> [UInt8] {
    let values: [Name: Int] = [
      Name(namespace: XMPPacket.tiff, local: "Orientation"): 1,
      Name(namespace: XMPPacket.tiff, local: "ImageWidth"): width,
      Name(namespace: XMPPacket.tiff, local: "ImageLength"): height,
      Name(namespace: XMPPacket.exif, local: "PixelXDimension"): width,
      Name(namespace: XMPPacket.exif, local: "PixelYDimension"): height,
    ]
    return applying(
      properties.compactMap { property in
        guard let value = property.value, let right = values[property.name] else { return nil }
        let text = Array("\(right)".utf8)
        return bytes[value].elementsEqual(text) ? nil : Edit(range: value, bytes: text)
      })
  }
}

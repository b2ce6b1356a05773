/// Looks for metadata in PNG files that should have none.
public enum PNGStripping {
  /// The metadata that is left in a file although it should have been removed; nil if there is none.
  ///
  /// - Parameter traces: the places of the original.
  public static func rest(
    of stripping: MetadataStripping, in bytes: Bytes, _ traces: PlaceTraces = PlaceTraces()
  ) -> String? {
    let png = PNGChunks(bytes)
    if let finding = png.finding { return "\(finding)" }
    for chunk in png.chunks where chunk.type != "IDAT" {
      if traces.first(in: chunk.data) != nil { return "the location in \(chunk.type)" }
      guard chunk.type == "eXIf" || chunk.type == "tIME" || PNGText(chunk) != nil else {
        continue
      }
      if stripping == .all { return "\(chunk.type)" }
    }
    let texts = PNGTextMetadata(png)
    for exif in [png.exif, texts.exif] {
      if let exif, ExifEditor.mayHaveLocation(exif, traces) { return "the location in Exif" }
    }
    if let xmp = texts.xmp, XMPPacket(xmp)?.hasLocation(traces) != false {
      return "the location in XMP"
    }
    return nil
  }
}

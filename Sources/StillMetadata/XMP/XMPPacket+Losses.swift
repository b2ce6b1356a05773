extension XMPPacket {
  /// The namespace of what Boxwalk states itself.
  private static let boxwalk = "urn:boxwalk:xmp:1.0"

  /// The packet with what is lost of its picture, in sentences.
  ///
  /// - Returns: nil if there is no place for it.
  public func stating(losses: [String]) -> [UInt8]? {
    let items = losses.map { loss in
      "<rdf:li>"
        + loss.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
          ">", with: "&gt;")
        + "</rdf:li>"
    }
    return adding(
      #"xmlns:boxwalk="\#(XMPPacket.boxwalk)""#,
      "<boxwalk:Losses><rdf:Bag>\(items.joined())</rdf:Bag></boxwalk:Losses>", inPlaceOf: [])
  }
}

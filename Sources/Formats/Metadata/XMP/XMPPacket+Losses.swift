extension XMPPacket {
  /// The namespace of what Boxwalk states itself.
  private static let boxwalk = "urn:boxwalk:xmp:1.0"

  /// The packet with sentences about the parts of its image that are lost.
  ///
  /// - Returns: nil if the packet has no room for them.
  public func stating(losses: [String]) -> [UInt8]? {
    let items = losses.map { loss in
      "<rdf:li>"
        + loss.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
          ">", with: "&gt;")
        + "</rdf:li>"
    }
    return adding(
      #"xmlns:boxwalk="\#(XMPPacket.boxwalk)""#,
      "<boxwalk:Losses><rdf:Bag>\(items.joined())</rdf:Bag></boxwalk:Losses>", replacing: [])
  }
}

extension XMPPacket {
  /// The packet for a file of the picture alone: what says that there is the movie of a motion photo,
  /// and where, is taken out (Motion Photo format 1.0, and MicroVideo before it).
  public var withoutMovie: [UInt8] {
    applying(properties.filter(\.name.isOfMovie).map { Edit(range: $0.range) })
  }

  /// Whether there is something that ``withoutMovie`` takes out.
  public var hasMovie: Bool { properties.contains(where: \.name.isOfMovie) }
}

extension XMPPacket.Name {
  /// The directory of a container names the parts of the file that the packet was in.
  fileprivate var isOfMovie: Bool {
    switch namespace {
    case "http://ns.google.com/photos/1.0/camera/":
      local.hasPrefix("MotionPhoto") || local.hasPrefix("MicroVideo")
    case "http://ns.google.com/photos/1.0/container/": local == "Directory"
    default: false
    }
  }
}

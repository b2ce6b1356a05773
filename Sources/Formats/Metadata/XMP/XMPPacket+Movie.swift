extension XMPPacket {
  /// The packet for a file with only the image: the properties about the movie of a motion photo and its position are
  /// removed (Motion Photo format 1.0, and the older MicroVideo).
  public var withoutMovie: [UInt8] {
    applying(removals(where: \.isOfMovie).map { Edit(range: $0) })
  }

  /// The packet with only what says how to find and use the further images and the movie of the file.
  public var onlyPictures: [UInt8] {
    applying(
      removals { name in
        !name.isOfMovie && !XMPPacket.gainMapNamespaces.contains(name.namespace)
          && !XMPPacket.auxiliaryNamespaces.contains(name.namespace)
      }.map { Edit(range: $0) } + (outside + comments).map { Edit(range: $0) })
  }

  /// Whether there is something that ``withoutMovie`` takes out.
  public var hasMovie: Bool { properties.contains(where: \.name.isOfMovie) }
}

extension XMPPacket.Name {
  /// The directory of a container names the parts of the file that the packet was in.
  var isOfMovie: Bool {
    switch namespace {
    case XMPPacket.camera:
      local.hasPrefix("MotionPhoto") || local.hasPrefix("MicroVideo")
    case XMPPacket.container: local == "Directory"
    case XMPPacket.oplus:
      local.hasPrefix("MotionPhoto") || local == "OLivePhotoVersion" || local == "VideoLength"
    default: false
    }
  }
}

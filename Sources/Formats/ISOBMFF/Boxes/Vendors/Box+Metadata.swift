/// Metadata that files of any kind hold in a box with a user type, most of all JPEG 2000 pictures.
package enum UserMetadata: Sendable {
  case exif, xmp, iptc
  /// Photoshop's resources, which can hold IPTC metadata.
  case photoshopResources
}

extension Box {
  /// The kind of metadata that its payload is, by the user type; nil for other boxes.
  package var userMetadata: UserMetadata? {
    switch userType {
    case "be7acfcb-97a9-42e8-9c71-999491e3afac": .xmp
    case "33c7a4d2-b81d-4723-a0ba-f1a3e097ad38", "09a14e97-c0b4-42e0-bebf-36df6f0ce36f": .iptc
    case "2c4c0100-8504-40b9-a03e-562148d6dfeb": .photoshopResources
    case "0537cdab-9d0c-4431-a72a-fa561f2a113e", "4a706754-6966-6645-7869-662d3e4a5032": .exif
    default: nil
    }
  }
}

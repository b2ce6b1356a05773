import FieldCoding
import Metadata

extension Sample {
  /// The notes about samples that have no errors.
  static let notes: [String: Set<String>] = [
    // The form of phones; made by a program, and so without the time of a photo.
    movie: ["movie-after-media", "still-image-time-missing"],
    // FFmpeg counts no tracks before it writes the first fragment.
    fragmented: ["next-track-id-taken"],
  ]
}

extension Sample {
  /// A JPEG picture that states a movie `offset` bytes before its end.
  static func motionPhoto(_ bytes: [UInt8], offset: Int) throws -> [UInt8] {
    let packet =
      #"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:c="http://ns.google.com/photos/1.0/camera/" c:MicroVideo="1" c:MicroVideoOffset="\#(offset)"/></rdf:RDF></x:xmpmeta>"#
    return try JPEGSegments(Bytes(bytes)).settingXMP(Array(packet.utf8)).bytes
  }
}

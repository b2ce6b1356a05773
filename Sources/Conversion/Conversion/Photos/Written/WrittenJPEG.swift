import FieldCoding
import Metadata
import WorkerClient
import WorkerProtocol

/// A written JPEG file: one image, and perhaps its gain map behind it.
struct WrittenJPEG: WrittenPicture {
  private let segments: JPEGSegments
  /// The gain map, which is the rest of the file; nil if the image is the whole file.
  private let map: JPEGSegments?

  init(_ bytes: Bytes) throws(ConversionError) {
    segments = JPEGSegments(bytes)
    let end = try WrittenJPEG.end(of: segments)
    guard end < bytes.count else {
      map = nil
      return
    }
    guard segments.statedPictures == [end..<bytes.count], let rest = bytes.part(end..<bytes.count)
    else {
      throw ConversionError(written: "has \(counted(bytes.count - end, "byte")) after its image")
    }
    let map = JPEGSegments(rest)
    guard try WrittenJPEG.end(of: map) == rest.count else {
      throw ConversionError(written: "has bytes after its gain map")
    }
    self.map = map
  }

  private static func end(of segments: JPEGSegments) throws(ConversionError) -> Int {
    if let finding = segments.finding {
      throw ConversionError(written: "is damaged: \(finding)")
    }
    guard let end = segments.end else { throw ConversionError(written: "has no end (EOI)") }
    return end
  }

  var size: (width: Int, height: Int)? { segments.frameSize }

  func check(_ job: ConversionJob, _ reply: ConversionReply) throws(ConversionError) {
    let other = segments.segments.first { !WrittenJPEG.markers.contains($0.marker) }
    if let other {
      throw ConversionError(written: "has a segment \(JPEGSegments.name(other.marker))")
    }
    guard (map != nil) == reply.hasGainMap else {
      throw ConversionError(written: map == nil ? "has lost its gain map" : "has a gain map")
    }
    var (app1, app2) = (job.app1Segments, [Bytes]())
    if let map, let gainMap = job.gainMaps.first {
      app1 = gainMap.pictureAPP1.map { $0.stating(lengthOfGainMap: map.bytes.count) }
      app2 = gainMap.pictureAPP2
      try check(map.segments, 0xE1, gainMap.mapAPP1, job)
      try check(map.segments, 0xE2, gainMap.mapAPP2, job)
    }
    try check(segments.segments, 0xE1, app1, job)
    let others = segments.segments.filter {
      !$0.payload.starts(with: JPEGSegments.iccIdentifier)
        && !$0.payload.starts(with: JPEGSegments.multiPictureIdentifier)
    }
    try check(others, 0xE2, app2, job)
    guard job.hasUnknownProfile || (segments.icc ?? Bytes()).elementsEqual(job.iccProfile) else {
      throw ConversionError(written: "has another colour profile")
    }
  }

  /// The markers of images, JFIF, Exif, XMP, profiles, and lists of images.
  private static let markers: [UInt8] = [
    0xC0, 0xC1, 0xC2, 0xC4, 0xDA, 0xDB, 0xDD, 0xE0, 0xE1, 0xE2,
  ]

  private func check(
    _ segments: [JPEGSegments.Segment], _ marker: UInt8, _ wanted: [Bytes], _ job: ConversionJob
  ) throws(ConversionError) {
    let found = segments.filter { $0.marker == marker }
    let name = JPEGSegments.name(marker)
    guard found.count == wanted.count else {
      throw ConversionError(
        written: "has \(counted(found.count, "segment")) \(name) instead of \(wanted.count)")
    }
    for (segment, payload) in zip(found, wanted) {
      // The worker adds the thumbnail.
      let mayDiffer =
        !job.thumbnails.isEmpty && payload.starts(with: JPEGSegments.exifIdentifier)
        && segment.payload.starts(with: JPEGSegments.exifIdentifier)
      if !mayDiffer { try job.check(segment.payload, payload, name) }
    }
  }
}

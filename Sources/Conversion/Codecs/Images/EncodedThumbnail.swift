import FieldCoding
import HEIF
import Metadata
import WorkerProtocol

/// The small image in Exif metadata.
struct EncodedThumbnail {
  /// The maximum of its longer side, as in nearly all cameras.
  static let side = 160

  /// A JPEG file without segments of applications.
  let jpeg: [UInt8]

  /// The segments; the Exif segment gets the thumbnail if it fits.
  func added(to segments: [Bytes], _ lost: inout [String]) -> [Bytes] {
    let identifier = JPEGSegments.exifIdentifier
    let indices = segments.indices.filter { segments[$0].starts(with: identifier) }
    guard indices.count == 1, let index = indices.first else {
      if !indices.isEmpty { lost.append("the thumbnail is left out: Exif has no room for it") }
      return segments
    }
    guard let tiff = added(to: Bytes(Array(segments[index].dropFirst(identifier.count))), &lost)
    else { return segments }
    guard tiff.count + identifier.count <= JPEGFile.segmentLimit else {
      lost.append("the thumbnail is left out: Exif has no room for it")
      return segments
    }
    var result = segments
    result[index] = Bytes(identifier + tiff)
    return result
  }

  /// A TIFF structure with it; nil if it cannot be added.
  func added(to tiff: Bytes, _ lost: inout [String]) -> [UInt8]? {
    do throws(FieldError) { return try ExifEditor.addingThumbnail(jpeg, to: tiff) } catch {
      lost.append("the thumbnail is left out: \(error)")
      return nil
    }
  }
}

extension PlanConverter {
  /// The thumbnail that Exif gets; nil if it gets none.
  func madeThumbnail(
    from file: some ExtentReader, threads: Int, _ lost: inout [String]
  ) -> EncodedThumbnail? {
    guard let thumbnail else { return nil }
    do throws(CodecError) {
      var jpeg = JPEGFile()
      jpeg.quality = 80
      jpeg.isBare = true
      return EncodedThumbnail(
        jpeg: try encoded(
          thumbnail, as: jpeg,
          size: thumbnail.shownSize.fitting(longerSide: EncodedThumbnail.side),
          PixelConversion(
            thumbnail, mapsTones: mapsTones, colours: ColourConverter(colourChange)),
          from: file, threads: threads))
    } catch {
      lost.append("the thumbnail is left out: \(error.message)")
      return nil
    }
  }
}

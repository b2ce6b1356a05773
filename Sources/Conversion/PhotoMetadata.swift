import Exif
import HEIF
import ISOBMFF

/// The metadata of a photo as a JPEG file holds it.
struct PhotoMetadata {
  /// Payloads of APP1 segments: Exif, upright and with the size of the picture as it is shown; XMP.
  var app1Segments: [Bytes] = []
  var iccProfile = Bytes()
  /// What a person may want to know.
  var notes: [String] = []
  /// What could not be kept, as sentences.
  var warnings: [String] = []

  /// Before a TIFF structure in an APP1 segment (Exif 2.32 §4.7.2).
  private static let exifIdentifier = Array("Exif\0\0".utf8)
  /// Before an XMP packet in an APP1 segment (XMP specification part 3, §1.1.3).
  private static let xmpIdentifier = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  /// A segment has 65,535 bytes with its length.
  private static let segmentLimit = 65_533

  init(_ file: HEIFFile, _ id: UInt32, displaySize: ImagePlan.Size) {
    if let item = file.exifItem(of: id) {
      do throws(FieldError) { try addExif(try file.data(of: item.id), displaySize) } catch {
        warnings.append("the Exif metadata is lost: \(error)")
      }
    }
    if let item = file.xmpItem(of: id) {
      do throws(FieldError) { addXMP(try file.data(of: item.id)) } catch {
        warnings.append("the XMP metadata is lost: \(error)")
      }
    }
    iccProfile = file.iccProfile(of: id) ?? Bytes()
  }

  private mutating func addExif(
    _ payload: Bytes, _ size: ImagePlan.Size
  ) throws(FieldError) {
    guard let tiff = ExifItem.tiff(in: payload) else {
      throw FieldError(.invalid("there is no TIFF header in it"), offset: payload.fileOffset)
    }
    let limit = PhotoMetadata.segmentLimit - PhotoMetadata.exifIdentifier.count
    let upright = try ExifEditor.upright(
      tiff, width: size.width, height: size.height, limit: limit)
    app1Segments.append(Bytes(PhotoMetadata.exifIdentifier + upright.bytes))
    notes += upright.notes
  }

  private mutating func addXMP(_ packet: Bytes) {
    let segment = PhotoMetadata.xmpIdentifier + packet
    guard segment.count <= PhotoMetadata.segmentLimit else {
      return warnings.append(
        "the XMP metadata is lost: it has \(packet.count) bytes, more than a JPEG segment holds")
    }
    app1Segments.append(Bytes(segment))
  }
}

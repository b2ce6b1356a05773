import FieldCoding
import HEIF

extension PNGFile {
  /// Reads the file that was written, which must have what it was given.
  ///
  /// - Parameter isWhole: whether libpng left nothing out.
  func readBack(
    _ descriptor: Int32, _ byteCount: Int, _ size: ImagePlan.Size, isWhole: Bool
  ) throws(CodecError) {
    do throws(CodecError) {
      let file = try PNGStructure(DescriptorReader(descriptor), byteCount: byteCount)
      guard file.width == size.width, file.height == size.height else {
        throw CodecError("it is \(file.width) × \(file.height)")
      }
      guard isWhole else { return }
      guard exif.isEmpty || file["eXIf"] == Array(exif) else {
        throw CodecError("its Exif metadata is another")
      }
      guard xmp.isEmpty || file.text("XML:com.adobe.xmp") == Array(xmp) else {
        throw CodecError("its XMP metadata is another")
      }
      guard iccProfile.isEmpty || file["iCCP"] != nil else {
        throw CodecError("it has no colour profile")
      }
    } catch {
      throw CodecError("the PNG file that was written cannot be read back: \(error.message)")
    }
  }
}

import FieldCoding
import HEIF

extension PNGFile {
  /// The same with XMP that a text chunk can hold, which ends at a zero (PNG specification
  /// §11.3.3.4). Some writers have one at the end.
  func withPlainText(_ lost: inout [String]) -> PNGFile {
    var file = self
    let text = Array(xmp)[..<((xmp.lastIndex { $0 != 0 } ?? -1) + 1)]
    file.xmp = Bytes(Array(text))
    if text.contains(0) {
      file.xmp = Bytes()
      lost.append("the XMP metadata is lost: it has zeros in it, which a PNG file cannot hold")
    }
    return file
  }

  /// Reads the written file, and compares it with the input.
  ///
  /// - Parameter isWhole: whether libpng wrote everything.
  func readBack(
    _ descriptor: Int32, _ byteCount: Int, _ size: ImagePlan.Size, isWhole: Bool
  ) throws(CodecError) {
    do throws(CodecError) {
      let file = try PNGDecoderInput(CodecFileReader(descriptor), byteCount: byteCount)
      guard file.width == size.width, file.height == size.height else {
        throw CodecError("it is \(file.width) × \(file.height)")
      }
      guard isWhole else { return }
      guard exif.isEmpty || file["eXIf"] == Array(exif) else {
        throw CodecError("its Exif metadata is different")
      }
      guard xmp.isEmpty || file.text("XML:com.adobe.xmp") == Array(xmp) else {
        throw CodecError("its XMP metadata is different")
      }
      guard iccProfile.isEmpty || file["iCCP"] != nil else {
        throw CodecError("it has no colour profile")
      }
    } catch {
      throw CodecError("the PNG file that was written cannot be read back: \(error.message)")
    }
  }
}

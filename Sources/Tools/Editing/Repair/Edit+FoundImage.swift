public import FieldCoding
import ISOBMFF
import Metadata

/// JPEG images whose start is lost.
extension Edit {
  /// Gives a JPEG image a new start if its first bytes are lost, but none of its tables, or removes what is before it.
  ///
  /// - Returns: whether such an image was found.
  mutating func findPicture() throws(EditError) -> Bool {
    // The marker of a segment is no size of a box.
    let isSegment = original.bytes.first == 0xFF
    guard isSegment || file.boxes.allSatisfy({ $0.definition() == nil }) else { return false }
    let picture: FoundJPEG?
    do throws(ByteSourceError) { picture = try FoundJPEG(in: original.bytes) } catch {
      throw EditError(.damaged, "\(error)")
    }
    guard let picture else { return false }
    rewritten = picture.written
    if picture.isWhole {
      notes.append(
        "removed: \(counted(picture.start - 2, "byte")) before the JPEG picture, which \(picture.start == 3 ? "is" : "are") no part of it"
      )
      return true
    }
    losesMedia = true
    notes.append(
      "the start of the JPEG picture is lost: the file begins now with its segment at byte \(picture.start), and \(counted(picture.start, "byte")) of metadata before it \(picture.start == 1 ? "is" : "are") left out: if its Exif was among them, its orientation is lost"
    )
    return true
  }

  /// Whether bytes are a JPEG image by which another one can be rebuilt.
  public static func isImage(_ bytes: Bytes) -> Bool {
    bytes.starts(with: [0xFF, 0xD8]) && JPEGSegments(bytes).isRebuildable
  }

  /// Gives a JPEG image the tables of another photo of the same camera, because its own are lost, or some of them.
  /// Where its data is lost, too, it becomes grey.
  ///
  /// Throws if nothing shows where the data of the image belongs.
  ///
  /// - Parameter other: a photo of the same camera, with the same size and quality.
  public mutating func rebuildImage(like other: Bytes) throws(EditError) {
    let picture: RebuiltJPEG
    do throws(RebuiltJPEG.Failure) {
      picture = try RebuiltJPEG(original.bytes, like: other)
    } catch {
      switch error {
      case .otherPicture:
        throw EditError(
          .wrongFile,
          "cannot be rebuilt like the file of --like, which lacks tables itself")
      case .hasTables:
        throw EditError(
          .invalid,
          "has all of its tables, so that no other photo can help; boxwalk convert --rescue shows what is left of its picture"
        )
      case .lacksTables:
        throw EditError(
          .wrongFile,
          "lacks headers or tables that the photo of --like does not have, either: name another photo of the same camera with the same settings"
        )
      case .nothingTells:
        throw EditError(
          .damaged,
          "has neither the header of its scan nor restart markers up to its end, so that nothing tells where its data belongs"
        )
      }
    }
    rewritten = picture.written
    losesMedia = !picture.isProved
    if picture.hasOtherCodes {
      notes.append(
        "the data of the picture does not fit the tables of the other photo up to its end: it is damaged as well, or the other photo was made with other settings"
      )
    }
    if let missing = picture.missing {
      notes.append(
        "\(missing.reason), at byte \(missing.offset): "
          + (picture.isProved
            ? "the Huffman tables of the other photo are there now, and all of the data are codes of them"
            : "the tables of the other photo are there now; those of another quality or camera would show the picture wrongly")
      )
      if picture.strayCount > 0 {
        notes.append(
          "removed: \(counted(picture.strayCount, "byte")) between the segments of the picture, which \(picture.strayCount == 1 ? "was" : "were") of no segment"
        )
      }
      if picture.differs {
        notes.append(
          "the other photo was made with other settings, because its quantization tables are not those that are left here: the picture may look wrong"
        )
      }
      return
    }
    let start = picture.start
    notes.append(
      "the start of the JPEG picture was lost: it has the tables, the size and the colour profile of the other photo now, and \(counted(start, "byte")) before its \(picture.lostPercent == nil ? "" : "intact ")data \(start == 1 ? "is" : "are") left out; its orientation and date were in its own Exif, which is lost; boxwalk convert shows whether it can be decoded"
    )
    if let percent = picture.lostPercent {
      notes.append(
        "\(percent)% of the image is lost, and grey: its data is not in the file, or damaged")
    }
  }
}

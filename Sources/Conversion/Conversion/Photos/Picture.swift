public import FieldCoding
import Files
public import HEIF
import ISOBMFF
public import WorkerClient

/// The images of a file to convert.
public enum PictureSelection: Equatable, Sendable {
  /// The primary image of the file.
  case primary
  /// One item, with any purpose.
  case item(UInt32)
  /// All images, without thumbnails, tiles and auxiliary images.
  case all
}

/// An image of a file that is converted to an output.
public struct Picture: Equatable, Sendable {
  enum Source: Equatable, Sendable {
    /// The whole file, which is a JPEG or PNG file.
    case file
    case item(UInt32)
    /// An embedded thumbnail, which is used instead of the image.
    case thumbnail(UInt32, of: UInt32)
    /// An auxiliary image of another image: a gain map, a depth map, a matte.
    case auxiliary(UInt32)
  }

  let source: Source
  /// The part of the output's name between the name of the file and the extension: empty, `-2`, `.depth`.
  public let suffix: String
  /// Items that are also written to files, and so are not lost.
  var written: Set<UInt32> = []
  /// Notes about the choice.
  var notes: [String] = []

  /// The item that is decoded; nil if the whole file is the image.
  public var itemID: UInt32? {
    switch source {
    case .file: nil
    case .item(let id), .thumbnail(let id, _), .auxiliary(let id): id
    }
  }

  /// The image that metadata describes; nil for auxiliary images, which get no metadata.
  var describedID: UInt32? {
    switch source {
    case .file, .auxiliary: nil
    case .item(let id), .thumbnail(_, let id): id
    }
  }

  var isAuxiliary: Bool {
    if case .auxiliary = source { true } else { false }
  }

  /// The path of the output; `path` is the path that the output of a single image would have.
  public func output(_ path: String) -> String {
    let (stem, ending) = path.splitAtExtension
    return stem + suffix + ending
  }
}

extension PhotoFile {
  /// The images that the options select; at least one.
  ///
  /// Throws if the file has no such image.
  public func pictures(_ options: ConversionOptions) throws(ConversionError) -> [Picture] {
    guard case .heif(let file) = content else {
      if case .item = options.selection {
        throw ConversionError(.input, "is a JPEG or PNG image, which has no items")
      }
      return [Picture(source: .file, suffix: "")]
    }
    let ids = try file.selected(options.selection)
    var pictures: [Picture] = []
    for (index, id) in ids.enumerated() {
      pictures += file.files(of: id, suffix: ids.count == 1 ? "" : "-\(index + 1)", options)
    }
    let written = Set(pictures.compactMap(\.itemID))
    for index in pictures.indices { pictures[index].written = written }
    return pictures
  }
}

extension HEIFFile {
  fileprivate func selected(_ selection: PictureSelection) throws(ConversionError) -> [UInt32] {
    switch selection {
    case .primary:
      guard let item = primaryItem else {
        throw ConversionError(.input, PhotoFile.refusal(boxes))
      }
      return [item.id]
    case .all:
      let pictures = pictures
      guard !pictures.isEmpty else { throw ConversionError(.input, PhotoFile.refusal(boxes)) }
      return pictures.map(\.id)
    case .item(let id):
      guard let item = item(id) else {
        let ids = pictures.map { "\($0.id)" }.joined(separator: ", ")
        throw ConversionError(
          .input, "has no item \(id)" + (ids.isEmpty ? "" : "; its images are: \(ids)"))
      }
      guard item.isImage else {
        let title = ItemType.title(item.type) ?? "of the type \(item.type)"
        throw ConversionError(.input, "has no image in item \(id), which is \(title)")
      }
      return [id]
    }
  }

  /// The files that are made from an image: itself or its thumbnail, and its auxiliary images.
  fileprivate func files(
    of id: UInt32, suffix: String, _ options: ConversionOptions
  ) -> [Picture] {
    var picture = Picture(source: .item(id), suffix: suffix)
    if let side = options.thumbnailSide {
      if let thumbnail = thumbnail(of: id, longerSide: side) {
        picture = Picture(source: .thumbnail(thumbnail.id, of: id), suffix: suffix)
      } else {
        picture.notes = [
          "has no thumbnail of \(side) samples or more in its shape; the image itself is scaled"
        ]
      }
    }
    guard options.writesAuxiliaryImages else { return [picture] }
    var pictures = [picture]
    for (item, kind) in companions(of: id) {
      let name = "\(suffix).\(kind.shortName)"
      let isTaken = pictures.contains { $0.suffix == name }
      pictures.append(
        Picture(source: .auxiliary(item.id), suffix: isTaken ? "\(name)\(item.id)" : name))
    }
    return pictures
  }
}

/// The samples of a decoded picture: upright, in the size as shown, row by row from the top.
public struct DecodedPicture: Sendable {
  /// The width in samples.
  public let width: Int
  /// The height in samples.
  public let height: Int
  /// The number of samples of a pixel, which are interleaved: 1 for grey, 3 for red, green and blue; 2 and 4 for
  /// the same with alpha, which is not premultiplied.
  public let channels: Int
  /// The bits of each sample, 8 or 16.
  public let bitDepth: Int
  /// The samples: one byte for each, or two bytes in big-endian order.
  public let bytes: Bytes
  /// The colour code points (ITU-T H.273); 2 if they are unknown. If there is an ``iccProfile``, it is more
  /// precise.
  public let colour: CodingIndependentCodePoints
  /// The profile of the colours; empty if there is none.
  public let iccProfile: Bytes

  /// The samples of a pixel, from 0 to 255 or to 65535; nil outside of the image.
  public subscript(x: Int, y: Int) -> [UInt16]? {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return nil }
    let start = (y * width + x) * channels
    return (start..<start + channels).map { index in
      bitDepth == 8
        ? UInt16(bytes[index]) : UInt16(bytes[index * 2]) << 8 | UInt16(bytes[index * 2 + 1])
    }
  }
}

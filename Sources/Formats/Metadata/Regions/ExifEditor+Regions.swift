extension ExifEditor {
  private static let subjectArea: UInt16 = 0x9214
  private static let subjectLocation: UInt16 = 0xA214

  /// The structure for an image that was cropped, rotated and scaled: the position of the subject becomes
  /// that on the new image (Exif 2.32 §4.6.5).
  ///
  /// Its sizes still have to be those of the old one, which ``upright(_:width:height:isRotated:limit:)``
  /// changes.
  public static func reframed(_ tiff: Bytes, _ reframing: RegionReframing) throws(FieldError)
    -> Result
  {
    let file = try TIFFFile(tiff)
    var result = Result(bytes: Array(tiff))
    let stated = file.statedSize
    for tag in [subjectArea, subjectLocation] {
      for entry in file[.exif]?.entries ?? [] where entry.tag == tag {
        let name = ExifTag.name(tag, in: .exif)
        let numbers = (0..<min(entry.count, 5)).compactMap {
          entry.integer(at: $0).map(Double.init)
        }
        guard numbers.count == entry.count, (2...4).contains(numbers.count) else { continue }
        guard let change = reframing.change(on: stated) else {
          result.notes.append(reframing.note(on: name, for: stated))
          continue
        }
        guard file.isOutsideStructure(entry) else {
          result.notes.append("\(name) has no bytes of its own, and stays as it is")
          continue
        }
        for (index, number) in change.subject(numbers, on: stated, reframing).enumerated() {
          result.set(entry, index, to: number)
        }
      }
    }
    return result
  }
}

extension TIFFFile {
  /// The size that Exif states for the image.
  fileprivate var statedSize: RegionReframing.Size? {
    let pairs: [(ExifDirectory.Kind, UInt16, UInt16)] = [
      (.exif, 0xA002, 0xA003), (.ifd0, 0x0100, 0x0101),
    ]
    for (kind, width, height) in pairs {
      if let width = self[kind]?[width]?.integer(), let height = self[kind]?[height]?.integer(),
        (1...Int64(Int32.max)).contains(width), (1...Int64(Int32.max)).contains(height)
      {
        return RegionReframing.Size(width: Int(width), height: Int(height))
      }
    }
    return nil
  }
}

extension RegionReframing {
  /// `SubjectArea: left as stated, for a picture of 4032 × 3024`
  func note(on name: String, for stated: Size?) -> String {
    let size = stated.map { "\($0.width) × \($0.height)" } ?? "another size"
    return "\(name): left as stated, for a picture of \(size)"
  }
}

extension CoordinateChange {
  /// The subject area: the middle of a point, of a circle with its diameter, or of a rectangle with width and height,
  /// in samples.
  ///
  /// - Parameters:
  ///   - numbers: two, three or four of them.
  ///   - stated: the size for which they are stated, if that is known.
  func subject(_ numbers: [Double], on stated: RegionReframing.Size?, _ reframing: RegionReframing)
    -> [Int]
  {
    let before = stated ?? size
    let (width, height) = (Double(before.width), Double(before.height))
    let result = reframing.result
    let side = { (share: Double, length: Int) in
      share.isFinite ? Int((min(max(share, 0), 1) * Double(length)).rounded()) : 0
    }
    let centre = Point(x: numbers[0] / width, y: numbers[1] / height)
    guard numbers.count > 2 else {
      let point = moved(centre)
      return [side(point.x, result.width), side(point.y, result.height)]
    }
    let rectangle = Rectangle(
      centre: centre, width: numbers[2] / width, height: (numbers.last ?? 0) / height)
    // An area outside the new image becomes a point at its border.
    guard let new = moved(rectangle) else {
      let point = moved(centre)
      return [side(point.x, result.width), side(point.y, result.height)]
        + [Int](repeating: 0, count: numbers.count - 2)
    }
    let size = [side(new.width, result.width), side(new.height, result.height)]
    return [side(new.centre.x, result.width), side(new.centre.y, result.height)]
      + (numbers.count == 3 ? [size.max() ?? 0] : size)
  }
}

import FieldCoding
import ISOBMFF

extension CaptureTime {
  /// The time in a file of Google Takeout about a photo or movie (`IMG_1.HEIC.supplemental-metadata.json`). Nil for other
  /// files.
  init?(takeoutSidecar bytes: Bytes) {
    let text = String(decoding: bytes.prefix(1 << 16), as: UTF8.self)
    guard let name = text.firstRange(of: "\"photoTakenTime\"") else { return nil }
    let object = text[name.upperBound...].prefix { $0 != "}" }
    guard let key = object.firstRange(of: "\"timestamp\"") else { return nil }
    let value = object[key.upperBound...].drop { ": \t\r\n\"".contains($0) }
    guard let seconds = Int64(value.prefix { $0 == "-" || $0.isASCII && $0.isNumber }),
      abs(seconds) < 1 << 40
    else { return nil }
    self.init(local: nil, universal: seconds * 1000)
  }
}

/// The files of Google Takeout about photos and movies. Each item of a library has one; a Live Photo is one item, whose
/// file is named after its still.
struct TakeoutSidecars {
  private struct Key: Hashable {
    var folder: Int
    var name: [UInt8]
    var copy: Int
  }

  /// The time in the sidecar of each file that has one.
  private(set) var times: [Int: CaptureTime] = [:]

  init(_ files: [LibraryFile], _ names: [MediaName], folders: [Int]) {
    var found: [Key: CaptureTime] = [:]
    for (index, file) in files.enumerated() where file.facts.kind == .metadata {
      guard let time = file.facts.captureTime, let name = names[index].describedName else {
        continue
      }
      found[Key(folder: folders[index], name: name, copy: names[index].copy)] = time
    }
    guard !found.isEmpty else { return }
    for (index, name) in names.enumerated() where files[index].facts.kind.isMedia {
      let (stem, copy) = NameText.parenthesis(name.stem[...]) ?? (name.stem[...], 0)
      let whole = Array(stem) + [UInt8(ascii: ".")] + name.fileExtension
      times[index] = found[Key(folder: folders[index], name: whole, copy: copy)]
    }
  }
}

import HEIF
import HEVC
import ISOBMFF
import Metadata
import Movie

/// The program or device that wrote a file, if the file shows it.
public enum QuirkWriter: String, CaseIterable, Sendable {
  case apple = "Apple's devices"
  case samsung = "Samsung's phones"
  case sony = "Sony's cameras"
  case canon = "Canon's cameras"
  case goPro = "GoPro's cameras"
  case android = "Android's MediaMuxer"
  case quickTime = "QuickTime"
  case libheif = "libheif"
  case libavif = "libavif"
  case ffmpeg = "FFmpeg"
  /// Many programs. Their quirks apply to all files.
  case many = "many programs"
}

extension QuirkWriter {
  /// Whether `file` shows the signs of this writer.
  func wrote(_ file: ExaminedFile) -> Bool {
    switch self {
    case .apple: file.maker.hasPrefix("apple")
    case .samsung: file.maker.hasPrefix("samsung")
    case .sony: file.maker.hasPrefix("sony")
    case .canon: file.maker.hasPrefix("canon")
    case .goPro: file.handlerNames.contains { $0.hasPrefix("GoPro") }
    // The MIME type is written over the fields of the entry: `applic` over reserved bytes, and `at` over the index.
    case .android:
      !file.handlerNames.isDisjoint(with: ["VideoHandle", "SoundHandle", "MetadHandle"])
        || file.all("mett").contains { $0.box.dataReferenceIndex == 0x6174 }
    case .quickTime: file.isQuickTime
    // Its configurations have no constraint flags.
    case .libheif:
      file.hevcUses.contains {
        "\($0.record.codecString("hvc1"))".split(separator: ".").count == 4
      }
    case .libavif: file.handlerNames.contains("libavif")
    case .ffmpeg:
      !file.handlerNames.isDisjoint(with: ["VideoHandler", "SoundHandler"])
        || file.movie?.metadata.contains { $0.key == "©too" && $0.value.hasPrefix("Lavf") } == true
    case .many: true
    }
  }
}

extension ExaminedFile {
  /// The maker in Exif or in the keys of a movie, in lower case; empty if none is stated.
  func readMaker() -> String {
    let keys: Set = ["com.apple.quicktime.make", "com.android.manufacturer", "©mak"]
    if let make = movie?.metadata.first(where: { keys.contains($0.key) })?.value {
      return make.lowercased()
    }
    var tiff = jpeg?.segments.exif
    if let heif, let primary = heif.primaryItemID, let item = heif.exifItem(of: primary),
      let payload = try? heif.data(of: item.id)
    {
      tiff = ExifItem.tiff(in: payload)
    }
    return tiff.flatMap { ExifSummary(tiff: $0).make }?.lowercased() ?? ""
  }

  /// The names of its handlers, which many writers call after themselves.
  fileprivate var handlerNames: Set<String> {
    Set(all("hdlr").compactMap { $0[HandlerBox.self]?.name.string })
  }

  /// Whether the writer of a quirk wrote the file.
  func has(_ quirk: RuleQuirk) -> Bool { writers.contains(quirk.writer) }
}

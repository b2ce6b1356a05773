/// All rules, by area.
public enum Rules {
  /// All rules in the order in which they are checked.
  public static let all: [FileRule] =
    content + brands + boxes + jpeg2000 + items + itemData + derivedImages + hevc + imageProperties
    + codecs
    + sampleTables + tracks + fragments + cmaf

  /// The rules that tell whether a file can be read completely.
  public static let reading = all.filter { $0.concernsReading }

  /// The rules that tell whether the name and the brands of a file are true of its content.
  public static let naming: [FileRule] = [
    containerDiffers, extensionDiffers, brandCodecUnmet, brandSequenceUnmet,
  ]

  /// Some of a file could not be read. ``Report`` reports it.
  public static let fileUnread = ReportedRule(
    id: "file-unread", severity: .error, clause: "Boxwalk reads files that do not change",
    sentence:
      "The bytes of a file can be read: they come within the limits that were set, and do not change meanwhile."
  )

  /// Frames, images and packets of audio that cannot be decoded. `verify --decode` reports it.
  public static let decodingFails = ReportedRule(
    id: "decoding-fails", severity: .error, clause: "The standards of the codecs",
    sentence:
      "Decoders decode every frame, image and packet of audio; verify --decode checks it.")

  /// Frames, images and packets of audio for which this computer has no decoder, or which are not shown at any time.
  /// `verify --decode` reports it.
  public static let notDecoded = ReportedRule(
    id: "not-decoded", severity: .warning, clause: "The standards of the codecs",
    sentence: "There is a decoder for all that verify --decode is to decode.")
}

import FieldCoding
import ISOBMFF

extension Track {
  /// The language of the track as three letters of ISO 639-2/T, also if the file states a Macintosh number; nil if it states
  /// none.
  package var language: String? {
    mediaHeader.flatMap { PackedLanguage.letters(UInt64(MacintoshLanguage.packed($0.language))) }
  }
}

import ArgumentParser
import Editing
import ISOBMFF
import StillMetadata

/// `boxwalk strip`
struct StripCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "strip",
    abstract: "Takes the location, or all metadata, out of photos and movies.",
    discussion: """
      Pixels, sound and subtitles stay as they are, byte for byte, and so do colour profiles and \
      the orientation. The new file is read again before it appears: a place that was found in \
      Exif, XMP, keys, user data, timed metadata or unused space is nowhere in it, in whatever \
      form of text or numbers. With all, serial numbers, identifiers of photos and names of \
      owners are looked for, too. If one is left, the file fails.

      location  GPS positions, coordinates, names of places; titles, comments and other texts in \
      which they are found; and what may hold them without anyone knowing: maker notes other than \
      those of Apple, Canon and Sony, telemetry of drones. Texts that stay are named. What else a \
      GoPro measured stays.
      all       that, and Exif, XMP, titles, dates (in the headers of movies and tracks, too), \
      cameras, serial numbers, names (of tracks, items and compressors, too), identifiers, keys, timed \
      metadata, the cover picture of songs and films. A Live Photo falls apart, as what joins its halves \
      is metadata. Chapters and roles of tracks stay.

      The movie in a photo is stripped as the file that it is.

      What was taken out becomes zeros and free space, so that nothing moves and files keep their \
      size. What is not looked into is said.

      EXAMPLES
        boxwalk strip location IMG_1234.HEIC            writes IMG_1234-stripped.HEIC
        boxwalk strip location *.MOV --in-place         the movies themselves
        boxwalk strip all Pictures/ -o public/
        boxwalk strip location IMG_1234.MOV --dry-run   what would be taken out?
      """)

  static var suffix: String { "stripped" }

  /// What is taken out.
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case location
    case all

    var stripping: MetadataStripping { self == .all ? .all : .location }
  }

  @Argument(help: "What to take out: location, or all metadata.")
  var what: Kind

  @OptionGroup var inputs: Inputs
  @OptionGroup var options: EditOptions

  static var adviceForJPEG: String? {
    "boxwalk convert --strip takes metadata out of it, and leaves the picture as it is"
  }

  func apply(to edit: inout Edit) throws(EditError) { try edit.strip(what.stripping) }

  func check(_ written: Bytes, _ edited: EditedFile) throws(EditError) -> [String] {
    try Edit.checkStripped(
      what.stripping, written, MetadataTraces(edited.original, leavingOut: what.stripping))
    return []
  }
}

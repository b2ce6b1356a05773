import ArgumentParser
import Editing
import Files
import ISOBMFF
import Metadata

/// `boxwalk strip`
struct StripCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "strip",
    abstract: "Removes the location, or all metadata, from photos and movies.",
    discussion: """
      Pixels, audio, subtitles, colour profiles and the orientation stay byte for byte. Before the \
      new file appears, it is searched for every location that was found in Exif, XMP, keys, user \
      data, timed metadata or unused space, in all forms of text and numbers. With all, it is also \
      searched for serial numbers, identifiers of photos and names of owners. If one is left, the \
      edit fails.

      location  removes GPS positions, coordinates and names of locations; titles, comments and other \
      texts that contain them; and data that may hide them: maker notes except those of Apple, \
      Canon and Sony, telemetry of drones, and what nobody can read in free space. Texts that \
      stay are named. Other measurements of a GoPro stay.
      all       also removes Exif, XMP, titles, dates (and those in the headers of movies and \
      tracks), cameras, serial numbers, names (and those of tracks, items and compressors), \
      identifiers, keys, timed metadata, user data among the frames, what nothing uses, records \
      after the last box, and the cover image of songs and films. A Live Photo falls apart, \
      because metadata joins its still and movie. Chapters, time codes and roles of tracks stay.

      The movie inside a motion photo, and the further images of a JPEG file, are stripped like \
      files of their own.

      Removed data becomes zeros and free space, so that nothing moves and files keep their size. \
      Data that stays because its form is unknown is named, and the exit code is 1.

      EXAMPLES
        boxwalk strip location IMG_1234.HEIC            writes IMG_1234-stripped.HEIC
        boxwalk strip location *.MOV --in-place         the movies themselves
        boxwalk strip all Pictures/ -o public/
        boxwalk strip location IMG_1234.MOV --dry-run   what would be removed?
      """)

  static var suffix: String { "stripped" }

  /// The kinds of metadata that are removed.
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case location
    case all

    var stripping: MetadataStripping { self == .all ? .all : .location }
  }

  @Argument(help: "What to remove: location, or all for all metadata.")
  var what: Kind

  @OptionGroup var inputs: Inputs
  @OptionGroup var options: EditOptions

  static var extensions: Set<String> { Inputs.media.union(["png"]) }

  static func edits(_ kind: FileKind) -> Bool {
    [.boxes, .jpeg, .other(FileKind.png)].contains(kind)
  }

  func apply(to edit: inout Edit) throws(EditError) {
    try edit.strip(what.stripping, decompressor: ContentEncoding.decompressor)
  }

  func check(_ written: Bytes, _ edited: EditedFile) throws(EditError) -> [String] {
    let traces =
      edited.traces ?? MetadataTraces(file: edited.original.bytes, leavingOut: what.stripping)
    try Edit.checkStripped(
      what.stripping, written, traces, decompressor: ContentEncoding.decompressor)
    return []
  }
}

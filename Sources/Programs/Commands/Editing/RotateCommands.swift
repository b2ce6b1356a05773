import ArgumentParser
import Editing

/// `boxwalk rotate`
struct RotateCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate",
    abstract: "Rotates photos and movies without loss, by a property or the track matrix.",
    discussion: """
      The rotation is added to the existing one: the irot property of HEIC and AVIF photos, and \
      the matrix of movie tracks. Thumbnails, depth maps and gain maps are rotated with the photo. \
      Degrees count clockwise.

      EXAMPLES
        boxwalk rotate 90 IMG_1234.HEIC             writes IMG_1234-rotated.HEIC
        boxwalk rotate 180 movie.mp4 --in-place
        boxwalk rotate 270 *.avif -o rotated/       a quarter to the left
      """)

  static var suffix: String { "rotated" }

  @Argument(help: "90, 180 or 270, clockwise.")
  var degrees: Degrees

  @OptionGroup var inputs: Inputs
  @OptionGroup var options: EditOptions

  init() {}

  func apply(to edit: inout Edit) throws(EditError) { try edit.rotate(degrees.rotation) }

  enum Degrees: Int, ExpressibleByArgument, CaseIterable, Sendable {
    case right = 90
    case half = 180
    case left = 270

    var rotation: Rotation { Rotation.clockwise(rawValue) ?? .none }
  }
}

/// `boxwalk flip`
struct FlipCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "flip",
    abstract: "Mirrors photos and movies without loss, by a property or the track matrix.",
    discussion: """
      The command works as boxwalk rotate does, with the imir property of photos and the matrix \
      of movie tracks.

      EXAMPLES
        boxwalk flip horizontal selfie.heic         left and right are exchanged
        boxwalk flip vertical movie.mov -o out.mov  top becomes bottom
      """)

  static var suffix: String { "flipped" }

  @Argument(help: "horizontal (left and right are exchanged) or vertical (top and bottom).")
  var direction: Direction

  @OptionGroup var inputs: Inputs
  @OptionGroup var options: EditOptions

  init() {}

  func apply(to edit: inout Edit) throws(EditError) {
    try edit.rotate(direction == .horizontal ? .flipHorizontally : .flipVertically)
  }

  enum Direction: String, ExpressibleByArgument, CaseIterable, Sendable {
    case horizontal, vertical
  }
}

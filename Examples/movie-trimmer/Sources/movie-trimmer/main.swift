// Cuts a movie. No picture is re-encoded, and date, location and timed metadata stay:
//
//   movie-trimmer MOVIE FROM TO OUTPUT      times in seconds

import Editing
import Files
import Foundation
import ISOBMFF
import Movie

let arguments = CommandLine.arguments
guard arguments.count == 5, let start = Double(arguments[2]), let end = Double(arguments[3]) else {
  print("usage: movie-trimmer MOVIE FROM TO OUTPUT")
  exit(64)
}
do throws(EditError) {
  let original = try OriginalFile(arguments[1])
  var edit = Edit(original.bytes)
  try edit.trim(from: start, to: end)
  try edit.moveMovie(to: .first)
  // Each sample that stays is proved to be as before; only then the new file appears.
  try edit.finished().write(to: arguments[4], from: original)
  for note in edit.notes { print(note) }
} catch {
  print(error)
  exit(2)
}
let movie = MovieFile(BoxFile(try ByteSource(mapping: arguments[4]).bytes))
for track in movie?.tracks ?? [] {
  print("track \(track.id): \(track.samples.count) samples")
}

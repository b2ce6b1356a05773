import FieldCoding
import ISOBMFF
import Inspection
import Metadata
import Movie
import Text

/// The locations that timed metadata states, or the one that the movie states, on a map that shows only
/// coordinates.
struct LocationMapView {
  private let locations: [ISO6709Position]
  /// The longitude of each location, without the jump from 180 to -180: it may be beyond both.
  private let longitudes: [Double]
  /// The number of locations in the file, at least.
  let count: Int

  private static let key = "com.apple.quicktime.location.ISO6709"
  private static let most = 100_000
  private static let mostDrawn = 1000

  /// Nil if the movie states no location.
  init?(_ movie: MovieFile, in bytes: Bytes) {
    var locations = movie.tracks.flatMap { track in
      track.timedValues(of: LocationMapView.key, in: bytes, most: LocationMapView.most).compactMap {
        ISO6709Position(Text(bytes: Array($0.bytes)).string)
      }
    }
    if locations.isEmpty {
      let stated = movie.metadata.first { MetadataItem.locationKeys.contains($0.key) }
      locations = stated.flatMap { ISO6709Position($0.value) }.map { [$0] } ?? []
    }
    self.init(locations)
  }

  /// Nil without locations.
  init?(_ locations: [ISO6709Position]) {
    guard !locations.isEmpty else { return nil }
    count = locations.count
    let step = max(1, locations.count / LocationMapView.mostDrawn)
    self.locations = stride(from: 0, to: locations.count, by: step).map { locations[$0] }
    longitudes = LocationMapView.continuous(self.locations.map(\.longitude))
  }

  /// The longitudes of a way, each on the shorter side of the one before: a way across the 180th meridian goes on beyond
  /// it, and not around the Earth.
  private static func continuous(_ longitudes: [Double]) -> [Double] {
    var continuous: [Double] = []
    for longitude in longitudes {
      guard let last = continuous.last else {
        continuous.append(longitude)
        continue
      }
      continuous.append(longitude - ((longitude - last) / 360).rounded() * 360)
    }
    return continuous
  }

  private var range: (south: Double, north: Double, west: Double, east: Double) {
    let latitudes = locations.map(\.latitude)
    return (
      latitudes.min() ?? 0, latitudes.max() ?? 0, longitudes.min() ?? 0, longitudes.max() ?? 0
    )
  }

  private var isWay: Bool {
    range.north - range.south > 1e-6 || range.east - range.west > 1e-6
  }

  /// The height of the drawing in degrees; its width is twice that.
  private var size: Double {
    isWay ? max(range.north - range.south, (range.east - range.west) / 2, 1e-4) * 1.2 : 180
  }

  /// The whole Earth with a point, or the track with its surroundings.
  func drawing() -> Drawing {
    let (south, north, west, east) = range
    let (size, isWay) = (size, isWay)
    let middle = isWay ? ((south + north) / 2, (west + east) / 2) : (0, 0)
    var drawing = Drawing(width: 720, height: 360, label: summary)
    func x(_ longitude: Double) -> Double { 360 + (longitude - middle.1) / size * 360 }
    func y(_ latitude: Double) -> Double { 180 - (latitude - middle.0) / size * 360 }
    var lines = Path()
    for part in 0...12 {
      lines.move(Double(part) * 60, 0)
      lines.line(Double(part) * 60, 360)
    }
    for part in 0...6 {
      lines.move(0, Double(part) * 60)
      lines.line(720, Double(part) * 60)
    }
    drawing.path(lines, "line")
    var way = Path()
    for (index, location) in locations.enumerated() {
      if index == 0 {
        way.move(x(longitudes[index]), y(location.latitude))
      } else {
        way.line(x(longitudes[index]), y(location.latitude))
      }
    }
    if isWay { drawing.path(way, "stroke") }
    for index in [locations.startIndex, locations.endIndex - 1] {
      let location = locations[index]
      drawing.rectangle(
        x(longitudes[index]) - 4, y(location.latitude) - 4, 8, 8, "s2",
        title: LocationMapView.text(location))
    }
    return drawing
  }

  var summary: String {
    guard let first = locations.first, let last = locations.last, count > 1 else {
      return locations.first.map { "The location is \(LocationMapView.text($0))\(scale)." } ?? ""
    }
    return
      "\(counted(count, "location")), from \(LocationMapView.text(first)) to \(LocationMapView.text(last))\(scale)."
  }

  private var scale: String {
    "; north is at the top, with a line each \(decimal(size / 6, digits: 5))°"
  }

  private static func text(_ location: ISO6709Position) -> String {
    "\(decimal(location.latitude, digits: 5))°, \(decimal(location.longitude, digits: 5))°"
  }
}

import FieldCoding
import ISOBMFF
import Inspection
import Metadata
import Movie
import Text

/// The places that timed metadata states, or the one that the movie states, on a map that shows only
/// coordinates.
struct LocationMapView {
  private let places: [ISO6709Position]
  /// The longitude of each place, without the jump from 180 to -180: it may be beyond both.
  private let longitudes: [Double]
  /// The number of places in the file, at least.
  let count: Int

  private static let key = "com.apple.quicktime.location.ISO6709"
  private static let most = 100_000
  private static let mostDrawn = 1000

  /// Nil if the movie states no place.
  init?(_ movie: MovieFile, in bytes: Bytes) {
    var places = movie.tracks.flatMap { track in
      track.timedValues(of: LocationMapView.key, in: bytes, most: LocationMapView.most).compactMap {
        ISO6709Position(Text(bytes: Array($0.bytes)).string)
      }
    }
    if places.isEmpty {
      let stated = movie.metadata.first { MetadataItem.placeKeys.contains($0.key) }
      places = stated.flatMap { ISO6709Position($0.value) }.map { [$0] } ?? []
    }
    self.init(places)
  }

  /// Nil without places.
  init?(_ places: [ISO6709Position]) {
    guard !places.isEmpty else { return nil }
    count = places.count
    let step = max(1, places.count / LocationMapView.mostDrawn)
    self.places = stride(from: 0, to: places.count, by: step).map { places[$0] }
    longitudes = LocationMapView.continuous(self.places.map(\.longitude))
  }

  /// The longitudes of a way, each on the shorter side of the one before: a way across the 180th meridian goes on beyond
  /// it, and not around the Earth.
  private static func continuous(_ longitudes: [Double]) -> [Double] {
    var turned: [Double] = []
    for longitude in longitudes {
      guard let last = turned.last else {
        turned.append(longitude)
        continue
      }
      turned.append(longitude - ((longitude - last) / 360).rounded() * 360)
    }
    return turned
  }

  private var range: (south: Double, north: Double, west: Double, east: Double) {
    let latitudes = places.map(\.latitude)
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
    var drawing = Drawing(width: 720, height: 360, label: words)
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
    for (index, place) in places.enumerated() {
      if index == 0 {
        way.move(x(longitudes[index]), y(place.latitude))
      } else {
        way.line(x(longitudes[index]), y(place.latitude))
      }
    }
    if isWay { drawing.path(way, "stroke") }
    for index in [places.startIndex, places.endIndex - 1] {
      let place = places[index]
      drawing.rectangle(
        x(longitudes[index]) - 4, y(place.latitude) - 4, 8, 8, "s2",
        title: LocationMapView.words(place))
    }
    return drawing
  }

  var words: String {
    guard let first = places.first, let last = places.last, count > 1 else {
      return places.first.map { "The place is \(LocationMapView.words($0))\(scale)." } ?? ""
    }
    return
      "\(counted(count, "place")), from \(LocationMapView.words(first)) to \(LocationMapView.words(last))\(scale)."
  }

  private var scale: String {
    "; north is at the top, with a line each \(decimal(size / 6, digits: 5))°"
  }

  private static func words(_ place: ISO6709Position) -> String {
    "\(decimal(place.latitude, digits: 5))°, \(decimal(place.longitude, digits: 5))°"
  }
}

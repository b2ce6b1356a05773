/// A position in the form of ISO 6709 Annex H: `+46.3636+014.0939+475.000/`.
public struct ISO6709Position: Equatable, Sendable {
  /// The latitude in degrees, -90 to 90; north is positive.
  public let latitude: Double
  /// The longitude in degrees, -180 to 180; east is positive.
  public let longitude: Double
  /// The altitude in metres; nil if it is not stated.
  public let altitude: Double?

  /// Nil for a text that is none, or whose position is not on Earth.
  public init?(_ text: String) {
    guard let stated = ISO6709Position.numbers(in: text), abs(stated.latitude) <= 90,
      abs(stated.longitude) <= 180
    else { return nil }
    (latitude, longitude, altitude) = stated
  }

  /// The numbers that a text states, in degrees and metres, even if they are out of range; nil if it states no
  /// position.
  package static func numbers(
    in text: String
  ) -> (latitude: Double, longitude: Double, altitude: Double?)? {
    // The text after the third number names the coordinate system, or is empty.
    var numbers: [String] = []
    for character in text {
      if character == "+" || character == "-" {
        numbers.append(String(character))
      } else if character.isASCII, character.isNumber || character == ".", !numbers.isEmpty {
        numbers[numbers.count - 1].append(character)
      } else {
        break
      }
    }
    guard (2...3).contains(numbers.count), let latitude = degrees(numbers[0], digits: 2),
      let longitude = degrees(numbers[1], digits: 3)
    else { return nil }
    return (latitude, longitude, numbers.count == 3 ? Double(numbers[2]) : nil)
  }

  /// Degrees, which have `digits` digits; with two digits more, minutes follow, with four, seconds too.
  private static func degrees(_ text: String, digits: Int) -> Double? {
    let sign: Double = text.hasPrefix("-") ? -1 : 1
    let number = text.dropFirst()
    guard let value = Double(number) else { return nil }
    switch number.prefix(while: { $0 != "." }).count - digits {
    case ...1: return sign * value
    case 2, 3:
      let degrees = (value / 100).rounded(.down)
      return sign * (degrees + (value - degrees * 100) / 60)
    default:
      let degrees = (value / 10_000).rounded(.down)
      let rest = value - degrees * 10_000
      let minutes = (rest / 100).rounded(.down)
      return sign * (degrees + minutes / 60 + (rest - minutes * 100) / 3600)
    }
  }
}

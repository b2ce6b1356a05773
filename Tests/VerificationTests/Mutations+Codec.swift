import ISOBMFF
import Testing

extension Mutation {
  static let codec: [Mutation] = []
}

/// The evidence for a pair.
extension Matcher {
  func evidence(_ still: Int, _ movie: Int) -> [Pairing.Evidence] {
    let (a, b) = (files[still].facts, files[movie].facts)
    var evidence: [Pairing.Evidence] = []
    if let identifier = a.identifier, b.identifier == identifier {
      evidence.append(.identifier(identifier))
    }
    if stems[still] == stems[movie] {
      evidence.append(.stem)
    } else if bases[still] == bases[movie] {
      let rules = names[still].rules.union(names[movie].rules)
      evidence.append(.name(MediaName.Rule.allCases.filter(rules.contains)))
    }
    if folders[still] == folders[movie] { evidence.append(.folder) }
    if let distance = distance(still, movie), distance.milliseconds <= tolerance(still, movie) {
      evidence.append(.captureTime(distance))
    }
    if areOneItem(still, movie) { evidence.append(.sidecar) }
    if let duration = b.duration, duration <= Pairing.longestMovie {
      evidence.append(.duration(duration))
    }
    if let model = a.model, b.model == model { evidence.append(.model(model)) }
    return evidence
  }

  func confidenceByName(_ still: Int, _ movie: Int) -> Pairing.Confidence {
    guard files[still].facts.problem == nil, files[movie].facts.problem == nil else {
      return .possible
    }
    let isShort = files[movie].facts.duration.map { $0 <= Pairing.longestMovie } ?? false
    return isShort && (haveSameTime(still, movie) || areOneItem(still, movie)) ? .likely : .possible
  }
}

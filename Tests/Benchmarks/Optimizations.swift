import OperatingSystem
import Reviews

/// A log of reviews as a CSV file, `card,rating,time` and more, with a heading.
struct Optimizations {
  private let sequences: [[Optimizer.Answer]]

  init(_ text: String) {
    var places: [Substring: Int] = [:]
    var sequences: [[Optimizer.Answer]] = []
    for line in text.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",")
      guard fields.count > 2, let rating = UInt8(fields[1]), let grade = Grade(rawValue: rating),
        let instant = Instant(fields[2].utf8)
      else { fail("unread: \(line)") }
      let place = places[fields[0], default: sequences.count]
      if place == sequences.count {
        places[fields[0]] = place
        sequences.append([])
      }
      sequences[place].append(
        Optimizer.Answer(grade: grade, time: instant.milliseconds, zoneMinutes: 0))
    }
    self.sequences = sequences
  }

  /// Prints the seconds, the mean log loss and the weights of a fit with each seed.
  func run(seeds: Range<UInt64>) {
    for seed in seeds {
      let start = seconds()
      let optimizer = Optimizer(sequences)
      let parameters = optimizer.fit(seed: seed)
      let elapsed = seconds() - start
      let loss = optimizer.prediction(with: parameters)?.logLoss ?? .nan
      print(
        "seed", seed, elapsed, loss, parameters.weights.map(\.description).joined(separator: ","))
    }
  }

  /// Prints how the report compares the weights, fitted ones on the last fifth of the items too.
  func report(seeds: Range<UInt64>) {
    for seed in seeds {
      let report = Optimizer(sequences).report(seed: seed)
      print(
        "report", seed, report.outcome, report.items, report.all?.standard.logLoss ?? .nan,
        report.all?.fitted.logLoss ?? .nan, report.heldOut?.standard.logLoss ?? .nan,
        report.heldOut?.fitted.logLoss ?? .nan)
    }
  }

  /// Prints the mean log loss of each line of weights, parted by commas.
  func evaluate(_ lines: String) {
    let optimizer = Optimizer(sequences)
    for line in lines.split(separator: "\n") {
      guard let parameters = Parameters(line.split(separator: ",").compactMap { Double($0) }),
        let prediction = optimizer.prediction(with: parameters)
      else { fail("no weights: \(line)") }
      print("loss", prediction.logLoss, prediction.binError, optimizer.itemCount)
    }
  }
}

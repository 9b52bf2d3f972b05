import History
import Sync
import TestSupport

/// A person whose editor saves at some moments of a sync.
final class Interloper {
  /// An action of hers at a step.
  private enum Deed {
    /// Loads and saves in one moment, by renaming a new file into place.
    case edit
    /// The same, written into the file that is there.
    case editInPlace
    /// Opens the file, to write into it later, wherever it has gone by then.
    case open
    case save
    /// Loads the text, to save it later over what is there by then.
    case load
    case saveStale
    case delete, move, create
  }

  private let simulation: Simulation
  private let device: Int
  private var deeds: [(step: Int, deed: Deed)] = []
  private var open: (path: TreePath, inode: MemoryFiles.Inode, loaded: [UInt8])?
  private var loaded: (path: TreePath, text: [UInt8])?
  /// The versions that she left at each path; nil where she took it away.
  private(set) var versions: [TreePath: [[UInt8]?]] = [:]
  /// Texts that she wrote into existing files, which may have had any name by then.
  private(set) var writtenInPlace: [[UInt8]] = []

  init(_ simulation: Simulation, on device: Int) {
    self.simulation = simulation
    self.device = device
    let span = simulation.stepsOfSyncs[device] + 4
    for _ in 0...simulation.random.below(2) {
      let step = simulation.random.below(span)
      let later = step + 1 + simulation.random.below(12)
      switch simulation.random.below(10) {
      case 0...1: deeds.append((step, .edit))
      case 2...3: deeds.append((step, .editInPlace))
      case 4...5: deeds += [(step, .open), (later, .save)]
      case 6: deeds += [(step, .load), (later, .saveStale)]
      case 7: deeds.append((step, .delete))
      case 8: deeds.append((step, .move))
      default: deeds.append((step, .create))
      }
    }
  }

  func come(at step: FaultPlan.Step) {
    for entry in deeds where entry.step == step.number { act(entry.deed, at: step) }
  }

  private var files: MemoryFiles { simulation.devices[device].files }
  private var name: String { simulation.name(device) }

  private func act(_ deed: Deed, at step: FaultPlan.Step) {
    switch deed {
    case .edit, .editInPlace: edit(inPlace: deed == .editInPlace, at: step)
    case .open:
      guard let path = note(), let inode = files.inode(at: path) else { return }
      open = (path, inode, inode.bytes)
      tell("opens \(path)", at: step)
    case .save: save(at: step)
    case .load:
      guard let path = note() else { return }
      loaded = (path, files.bytes(at: path) ?? [])
      tell("loads \(path)", at: step)
    case .saveStale: saveStale(at: step)
    case .delete:
      guard let path = simulation.somePath(on: device) else { return }
      simulation.remove(path, on: device)
      versions[path, default: []].append(nil)
      tell("deletes \(path)", at: step)
    case .move: move(at: step)
    case .create: create(at: step)
    }
  }

  private func edit(inPlace: Bool, at step: FaultPlan.Step) {
    guard let path = note() else { return }
    let old = files.bytes(at: path) ?? []
    let edit = edited(old, path)
    simulation.ledger.wrote(edit.text, over: old, on: device)
    if inPlace {
      files.overwrite(path, with: edit.text)
      // A file that was moved before may be found under its old name after a loss of power.
      writtenInPlace.append(edit.text)
    } else {
      files.replace(path, with: edit.text)
    }
    flush(path)
    versions[path, default: []].append(edit.text)
    tell("edits \(path)\(inPlace ? " in place" : ""): \(edit.description)", at: step)
  }

  private func save(at step: FaultPlan.Step) {
    guard let (path, inode, text) = open else { return }
    open = nil
    // Nothing can be done for an editor that writes into a file without a name. The moment between the last look
    // at a displaced file and its removal is as short as can be.
    let isBeingRemoved =
      step.call == "discard"
      && step.hidden.flatMap { files.inode(at: MemoryWorkTree.hiddenPath($0)) } === inode
    guard inode.names > 0, inode.bytes == text, !isBeingRemoved else { return }
    let edit = edited(text, path)
    simulation.ledger.wrote(edit.text, over: text, on: device)
    files.overwrite(inode, with: edit.text)
    files.flush(inode)
    writtenInPlace.append(edit.text)
    tell("saves \(path) into the file she had opened: \(edit.description)", at: step)
  }

  private func saveStale(at step: FaultPlan.Step) {
    guard let (path, text) = loaded else { return }
    loaded = nil
    guard simulation.canMake(path, on: device) || files.storedPath(path) == path else { return }
    let edit = edited(text, path)
    simulation.ledger.wrote(
      edit.text, from: text, over: files.bytes(at: path),
      known: simulation.tokens(ofHistory: simulation.devices[device].head), on: device)
    files.replace(path, with: edit.text)
    flush(path)
    versions[path, default: []].append(edit.text)
    tell("saves \(path) as she had loaded it: \(edit.description)", at: step)
  }

  private func move(at step: FaultPlan.Step) {
    guard let path = simulation.somePath(on: device) else { return }
    let target = TreePath("Moved/" + String(decoding: path.name, as: UTF8.self))
    guard target != path, simulation.canMake(target, on: device),
      !simulation.isIgnored(target, on: device)
    else { return }
    versions[target, default: []].append(files.bytes(at: path))
    versions[path, default: []].append(nil)
    files.move(path, to: target)
    tell("moves \(path) to \(target)", at: step)
  }

  private func create(at step: FaultPlan.Step) {
    if simulation.random.once(in: 4) {
      simulation.writeIgnored(on: device, mayTrack: false)
      for path in simulation.ignoredFiles[device].keys { flush(path) }
      return
    }
    let path = TreePath(simulation.random.pick(SimulationText.names))
    guard simulation.canMake(path, on: device) else { return }
    let text = SimulationText.note(at: path) { simulation.token(on: device, path) }
    files.replace(path, with: text)
    flush(path)
    versions[path, default: []].append(text)
    tell("makes \(path)", at: step)
  }

  private func note() -> TreePath? {
    simulation.somePath(on: device, where: SimulationText.isText)
  }

  private func edited(_ text: [UInt8], _ path: TreePath) -> SimulationEdit {
    SimulationEdit(of: text, &simulation.random) { simulation.token(on: device, path) }
  }

  /// An editor forces what it writes to the disk; the name may still be lost.
  private func flush(_ path: TreePath) {
    if let inode = files.inode(at: path) { files.flush(inode) }
  }

  private func tell(_ text: @autoclosure () -> String, at step: FaultPlan.Step) {
    simulation.tell("  \(name), before step \(step.number) (\(step.call)), \(text())")
  }
}

import CGit2
import History

extension Repository {
  package func head() throws -> Head {
    let head = try lookUp("HEAD")
    switch head {
    case .symbolic(let name): return .branch(name, try reference(name))
    case .direct(let id): return .detached(id)
    case nil:
      throw GitError(.corrupt, operation: "read HEAD", detail: "it is not there; see: git fsck")
    }
  }

  /// The commit that a ref leads to, through tags and other refs, or nil if there is no such ref.
  package func reference(_ name: String) throws -> ObjectID? {
    guard let (_, id) = try resolved(name), let id else { return nil }
    let object = try peeled(id, name)
    return object
  }

  /// The refs whose names begin with some text, with the commits that they lead to, sorted by name.
  ///
  /// Those that lead to no commit are left out.
  package func references(_ prefix: String) throws -> [(name: String, commit: ObjectID)] {
    let operation = "list the refs \(prefix)*"
    let iterator = try unsafe Handle(git_reference_iterator_free, operation) {
      unsafe git_reference_iterator_new(&$0, handle.pointer)
    }
    var names: [String] = []
    var name: UnsafePointer<CChar>?
    while true {
      let code = unsafe git_reference_next_name(&name, iterator.pointer)
      if code == GIT_ITEROVER.rawValue { break }
      try GitError.check(code, operation)
      guard let text = unsafe name.map({ unsafe String(cString: $0) }) else { continue }
      if text.hasPrefix(prefix) { names.append(text) }
    }
    return try names.sorted().compactMap { name in
      do {
        return try reference(name).map { (name, $0) }
      } catch let error as GitError where error.kind == .notFound {
        return nil
      }
    }
  }

  package func symbolicTarget(_ name: String) throws -> String? {
    if case .symbolic(let target) = try lookUp(name) { target } else { nil }
  }

  /// Moves, creates or (`new` is nil) deletes a ref if it still has the value that was seen.
  ///
  /// The comparison is made while git's lock of the ref is held. A symbolic ref moves the ref that
  /// it leads to. The reflogs of the ref and of HEAD record the reason.
  /// - Throws: `ReferenceMoved`; `GitError` of kind `.locked` if another program holds the lock.
  package func setReference(
    _ name: String, from old: ObjectID?, to new: ObjectID?, because reason: String
  ) throws {
    guard old != new || old != nil else { return }
    let target = try resolved(name)?.name ?? name
    let operation = "\(new == nil ? "delete" : "move") the ref \(target)"
    var isValid: Int32 = 0
    guard unsafe git_reference_name_is_valid(&isValid, target) == 0, isValid != 0 else {
      throw GitError(
        .other(GIT_EINVALIDSPEC.rawValue), operation: operation, detail: "no ref is called so")
    }
    if let new {
      // A ref must never name an object that is only in memory.
      try flush()
      if Self.isShared(target) {
        guard try write(target, from: old, to: new, because: reason) else {
          throw ReferenceMoved(name: name)
        }
        return
      }
    }
    let transaction = try unsafe Handle(git_transaction_free, operation) {
      unsafe git_transaction_new(&$0, handle.pointer)
    }
    try unsafe GitError.check(git_transaction_lock_ref(transaction.pointer, target), operation)
    let now: ObjectID? =
      switch try lookUp(target) {
      case .direct(let id): id
      case .symbolic: throw ReferenceMoved(name: name)
      case nil: nil
      }
    guard now == old else { throw ReferenceMoved(name: name) }
    if let new {
      if now == nil { try refuseNesting(target, operation) }
      var id = git_oid(new)
      try unsafe GitError.check(
        git_transaction_set_target(transaction.pointer, target, &id, nil, reason), operation)
    } else {
      try unsafe GitError.check(git_transaction_remove(transaction.pointer, target), operation)
    }
    try unsafe GitError.check(git_transaction_commit(transaction.pointer), operation)
  }

  // MARK: Looking up

  enum Target {
    case direct(ObjectID)
    case symbolic(String)
  }

  /// The value of a ref, or nil if there is no such ref.
  func lookUp(_ name: String) throws(GitError) -> Target? {
    do throws(GitError) {
      let reference = try unsafe Handle(git_reference_free, "read the ref \(name)") {
        unsafe git_reference_lookup(&$0, handle.pointer, name)
      }
      if let target = unsafe git_reference_symbolic_target(reference.pointer) {
        return unsafe .symbolic(String(cString: target))
      }
      // A ref that is not symbolic has an id.
      return unsafe .direct(ObjectID(git_reference_target(reference.pointer)!.pointee))
    } catch {
      if error.kind == .notFound { return nil }
      // A file that holds neither an id nor another ref.
      guard error.isUnnamed(in: GIT_ERROR_REFERENCE) else { throw error }
      throw GitError(.corrupt, operation: error.operation, detail: error.detail + "; see: git fsck")
    }
  }

  /// The ref at the end of a chain of refs, with its id if it is there.
  func resolved(_ name: String) throws(GitError) -> (name: String, id: ObjectID?)? {
    var name = name
    // Git follows five.
    for _ in 0..<6 {
      switch try lookUp(name) {
      case .direct(let id): return (name, id)
      case .symbolic(let next): name = next
      case nil: return (name, nil)
      }
    }
    throw GitError(.corrupt, operation: "read the ref \(name)", detail: "it leads in a circle")
  }

  /// The commit with an id, or the commit that a tag with that id points to.
  private func peeled(_ id: ObjectID, _ name: String) throws -> ObjectID {
    if cache.node(id) != nil { return id }
    let operation = "read the commit of \(name)"
    do throws(GitError) {
      let object = try unsafe Handle(git_object_free, operation) { made in
        var raw = git_oid(id)
        return unsafe git_object_lookup(&made, handle.pointer, &raw, GIT_OBJECT_ANY)
      }
      let commit = try unsafe Handle(git_object_free, operation) {
        unsafe git_object_peel(&$0, object.pointer, GIT_OBJECT_COMMIT)
      }
      return unsafe ObjectID(git_object_id(commit.pointer).pointee)
    } catch {
      switch error.kind {
      case .notFound: throw MissingObject(id)
      case .other(GIT_EPEEL.rawValue), .other(GIT_EINVALIDSPEC.rawValue):
        throw GitError(.notFound, operation: operation, detail: "it leads to no commit")
      default: throw Self.damage(error)
      }
    }
  }

  // MARK: Moving

  /// Refs are files for git: `a` and `a/b` cannot both be. libgit2's transactions do not look.
  func refuseNesting(_ name: String, _ operation: String) throws {
    var parent = name[...]
    while let slash = parent.lastIndex(of: "/") {
      parent = parent[..<slash]
      if parent.contains("/"), try lookUp(String(parent)) != nil {
        throw GitError(.exists, operation: operation, detail: "there is a ref \(parent)")
      }
    }
    if let other = try references(name + "/").first {
      throw GitError(.exists, operation: operation, detail: "there is a ref \(other.name)")
    }
  }
}

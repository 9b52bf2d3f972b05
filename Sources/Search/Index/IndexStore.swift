import OperatingSystem

/// The folder in which an index is kept.
///
/// The index is a cache: it is deliberately not forced to the disk. Checksums detect the damage of
/// a loss of power, and the index is rebuilt.
///
/// ```
/// manifest       which segments are alive, and the client's bytes; see `Manifest`
/// segment-<id>   written once and never changed, its id never used again; see `SegmentFormat`
/// lock           empty; who writes holds `flock` on it
/// *.new          a file on its way; a writer that was killed leaves it to the next commit
/// ```
package struct IndexStore: Sendable {
  package let directory: String
  package let schema: IndexSchema

  package init(directory: String, schema: IndexSchema) {
    self.directory = directory
    self.schema = schema
  }

  private func path(_ name: String) -> String { directory + "/" + name }

  private static func segmentName(_ id: UInt64) -> String {
    segmentPrefix + String(id, radix: 16)
  }

  private static let segmentPrefix = "segment-"
  private static let newSuffix = ".new"

  /// Opens the index as it is now.
  ///
  /// - Throws: `IndexError.missing`; `.damaged` and `.outdated` if it must be rebuilt; `.system`.
  package func open() throws(IndexError) -> Index {
    // A writer may remove a segment between our reading of the manifest and of the segment: the
    // new manifest is there by then. So a failure counts only if the manifest is still the same.
    var failed: (generation: UInt64, error: IndexError)?
    while true {
      let file: MappedFile
      do throws(IndexError) {
        file = try MappedFile(path: path(Manifest.name))
      } catch {
        throw error.isMissingFile ? .missing : error
      }
      let manifest = try Manifest(file.view, fingerprint: schema.fingerprint)
      if let failed, failed.generation == manifest.generation { throw failed.error }
      do throws(IndexError) {
        return Index(
          schema: schema, manifest: manifest, file: file, segments: try openSegments(manifest))
      } catch {
        failed = (
          manifest.generation, error.isMissingFile ? .damaged("a segment is missing") : error
        )
      }
    }
  }

  /// An index without documents that replaces the present one when it is committed.
  package func replacement() -> Index {
    var index = Index(schema: schema)
    index.generation = currentManifest()?.generation ?? 0
    return index
  }

  private func openSegments(_ manifest: Manifest) throws(IndexError) -> [LiveSegment] {
    var segments: [LiveSegment] = []
    for entry in manifest.segments {
      let file = try MappedFile(path: path(Self.segmentName(entry.id)))
      guard file.count == entry.length else { throw .damaged("segment length") }
      let segment = try Segment(
        file, fingerprint: schema.fingerprint, columnCount: schema.columnCount)
      guard segment.id == entry.id, segment.documentCount == entry.documents,
        segment.headerChecksum == entry.headerChecksum
      else {
        throw .damaged("segment of another index")
      }
      segments.append(LiveSegment(segment, deleted: entry.deleted))
    }
    return segments
  }

  /// Writes `index` as the next generation, unless another process has written in between.
  ///
  /// - Returns: true if it was written; the value stays good for this process either way.
  /// - Throws: `IndexError.system` (read-only folder, full disk, …); the earlier index stays.
  @discardableResult
  package func commit(_ index: inout Index) throws(IndexError) -> Bool {
    guard let lock = try IndexLock(path: path("lock"), waiting: false) else { return false }
    defer { withExtendedLifetime(lock) {} }
    let current = currentManifest()
    guard current == nil || current?.generation == index.generation else { return false }
    let generation = index.generation + 1
    do throws(IndexError) {
      for live in index.segments where !isWritten(live.segment, current) {
        let file = live.segment.file
        try write(file.view, to: Self.segmentName(live.segment.id)) { file.release() }
      }
      let bytes = Manifest.bytes(of: index, generation: generation)
      try bytes.withByteView { (view) throws(IndexError) in try write(view, to: Manifest.name) }
    } catch {
      // The useless files of a failed commit must not keep a full disk full.
      removeStrays(keeping: current?.segments.map { $0.id } ?? [])
      throw error
    }
    index.generation = generation
    removeStrays(keeping: index.segments.map { $0.segment.id })
    return true
  }

  /// True if the segment's file exists already.
  private func isWritten(_ segment: Segment, _ manifest: Manifest?) -> Bool {
    let isListed = manifest?.segments.contains {
      $0.id == segment.id && $0.headerChecksum == segment.headerChecksum
    }
    guard isListed == true else { return false }
    var status = stat()
    // A removed or truncated file is rewritten from our mapping.
    return unsafe stat(path(Self.segmentName(segment.id)), &status) == 0
      && Int(status.st_size) == segment.file.count
  }

  /// Throws the index away.
  package func remove() throws(IndexError) {
    guard let lock = try IndexLock(path: path("lock"), waiting: true) else { return }
    defer { withExtendedLifetime(lock) {} }
    if unsafe unlink(path(Manifest.name)) != 0, errno != ENOENT {
      throw .system(operation: "remove", path: path(Manifest.name), errno: errno)
    }
    removeStrays(keeping: [])
  }

  /// The manifest, or nil if there is no readable one of this schema.
  private func currentManifest() -> Manifest? {
    do throws(IndexError) {
      let file = try MappedFile(path: path(Manifest.name))
      defer { withExtendedLifetime(file) {} }
      return try Manifest(file.view, fingerprint: schema.fingerprint)
    } catch {
      return nil
    }
  }

  /// Bytes that are written between two calls of `release`.
  private static let writtenAtOnce = 8 << 20

  /// - Parameter release: gives back the memory of what was written.
  private func write(
    _ view: ByteView, to name: String, release: () -> Void = {}
  ) throws(IndexError) {
    let temporary = path(name + Self.newSuffix)
    // Left by a writer that was killed; only the holder of the lock writes.
    unsafe unlink(temporary)
    let descriptor = unsafe OperatingSystem.open(
      temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw .system(operation: "create", path: temporary, errno: errno)
    }
    var written = 0
    while written < view.count {
      let count = unsafe OperatingSystem.write(
        descriptor, view.base + written, min(Self.writtenAtOnce, view.count - written))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let code = errno
        close(descriptor)
        unsafe unlink(temporary)
        throw .system(operation: "write", path: temporary, errno: code)
      }
      written += count
      release()
    }
    // Some file systems report a full disk only here.
    guard close(descriptor) == 0, unsafe rename(temporary, path(name)) == 0 else {
      let code = errno
      unsafe unlink(temporary)
      throw .system(operation: "write", path: temporary, errno: code)
    }
  }

  /// Removes files of earlier generations and of writers that were killed.
  private func removeStrays(keeping ids: [UInt64]) {
    let kept = Set(ids.map { Self.segmentName($0) })
    for bytes in folderNames(Array(directory.utf8)) ?? [] {
      let name = String(decoding: bytes, as: UTF8.self)
      // A leftover file that cannot be removed only costs space; the next commit tries again.
      let isOurs = name.hasPrefix(Self.segmentPrefix) || name == Manifest.name + Self.newSuffix
      if isOurs, !kept.contains(name) { _ = unsafe unlink(path(name)) }
    }
  }
}

/// The lock that one writer holds while it lives; the system drops it when the process ends,
/// however it ends.
final class IndexLock {
  private let descriptor: Int32

  /// - Returns: nil if another process holds it and `waiting` is false.
  init?(path: String, waiting: Bool) throws(IndexError) {
    descriptor = unsafe OperatingSystem.open(
      path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw .system(operation: "lock", path: path, errno: errno) }
    while flock(descriptor, LOCK_EX | (waiting ? 0 : LOCK_NB)) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else {
        throw .system(operation: "lock", path: path, errno: errno)
      }
      return nil
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}

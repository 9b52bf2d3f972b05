import CSystem
import OperatingSystem

/// Renames within one folder that lose nothing, whoever else renames there at the same time.
extension Descriptor {
  /// Gives two names of this folder each other's file, in one step.
  ///
  /// - Throws: `SystemError`; `ENOENT` if one of them is not there, `isUnsupported` if the file system
  ///   cannot do it.
  package func exchange(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>)
    throws(SystemError)
  {
    let code = unsafe withCString(one) { one in
      unsafe withCString(other) { unsafe zib_exchange(number, one, $0) == 0 ? 0 : errno }
    }
    if code != 0 { throw SystemError("exchange", Array(other), code: code) }
  }

  /// Gives a file another name unless something has it; without the file system's help by a link.
  ///
  /// - Throws: `SystemError`; `EEXIST` if the name is taken.
  package func renameToNew(_ name: some Collection<UInt8>, _ new: some Collection<UInt8>)
    throws(SystemError)
  {
    var code = unsafe withCString(name) { from in
      unsafe withCString(new) { unsafe zib_rename_new(number, from, $0) == 0 ? 0 : errno }
    }
    if SystemError.unsupported.contains(code) {
      code = unsafe withCString(name) { from in
        unsafe withCString(new) { to in
          unsafe linkat(number, from, number, to, 0) == 0 ? 0 : errno
        }
      }
      if code == 0 { return unlink(name) }
    }
    if SystemError.unsupported.contains(code) || code == EPERM || code == EMLINK {
      // Neither: FAT through an old kernel. A name taken between the look and the rename would be lost.
      if status(ofName: new) != nil { throw SystemError("place", Array(new), code: EEXIST) }
      return try rename(name, new)
    }
    if code != 0 { throw SystemError("place", Array(new), code: code) }
  }

  /// Gives a file another name; a file that had that name is removed.
  package func rename(_ name: some Collection<UInt8>, _ new: some Collection<UInt8>)
    throws(SystemError)
  {
    let code = unsafe withCString(name) { from in
      unsafe withCString(new) { to in
        unsafe renameat(number, from, number, to) == 0 ? 0 : errno
      }
    }
    if code != 0 { throw SystemError("rename", Array(name), code: code) }
  }

  /// Gives a file a second name; false if the file system has no such thing.
  package func link(_ name: some Collection<UInt8>, as other: some Collection<UInt8>)
    throws(SystemError)
    -> Bool
  {
    let code = unsafe withCString(name) { from in
      unsafe withCString(other) { to in
        unsafe linkat(number, from, number, to, 0) == 0 ? 0 : errno
      }
    }
    if code == 0 { return true }
    if SystemError.unsupported.contains(code) || code == EPERM || code == EMLINK { return false }
    throw SystemError("link", Array(name), code: code)
  }

  /// Makes a symbolic link that leads to a place.
  package func makeLink(_ name: some Collection<UInt8>, to place: some Collection<UInt8>)
    throws(SystemError)
  {
    let code = unsafe withCString(place) { place in
      unsafe withCString(name) { unsafe symlinkat(place, number, $0) == 0 ? 0 : errno }
    }
    if code != 0 { throw SystemError("make the link", Array(name), code: code) }
  }

  /// The target of a symbolic link, or nil if it is none or missing.
  package func placeOfLink(_ name: some Collection<UInt8>) -> [UInt8]? {
    // No system lets a link be longer than its longest path.
    let capacity = 4_096 + 1
    var isRead = false
    let place = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      let got = unsafe withCString(name) { name in
        unsafe readlinkat(
          number, name,
          UnsafeMutableRawPointer(buffer.baseAddress!).assumingMemoryBound(
            to: CChar.self), capacity)
      }
      isRead = got >= 0
      count = max(0, got)
    }
    return isRead ? place : nil
  }

  /// Removes a folder if it is empty; false if it is not, is no folder, or may not be removed.
  ///
  /// The system may refuse before it looks whether the folder is empty.
  package func removeEmptyFolder(_ name: some Collection<UInt8>) throws(SystemError) -> Bool {
    let code = unsafe withCString(name) {
      unsafe unlinkat(number, $0, AT_REMOVEDIR) == 0 ? 0 : errno
    }
    switch code {
    case 0: return true
    case ENOTEMPTY, EEXIST, ENOTDIR, ENOENT, EBUSY, EACCES, EPERM, EROFS: return false
    default: throw SystemError("remove the folder", Array(name), code: code)
    }
  }

  /// Removes a file; a missing file is no error, one that stays is.
  package func remove(_ name: some Collection<UInt8>) throws(SystemError) {
    let code = unsafe withCString(name) {
      unsafe unlinkat(number, $0, 0) == 0 ? 0 : errno
    }
    if code != 0, code != ENOENT { throw SystemError("remove", Array(name), code: code) }
  }

  /// Waits until the names in this folder are on the disk, if the file system can flush folders.
  package func synchroniseFolder(path: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      try synchronise(path: path)
    } catch {
      if error.code != EINVAL, error.code != ENOTSUP { throw error }
    }
  }

  /// Gives this file the person's extended attributes of another.
  package func takeAttributes(of other: borrowing Descriptor) {
    zib_copy_attributes(other.number, number)
  }
}

extension SystemError {
  /// The error codes of file systems without a kind of rename or link.
  package static let unsupported: Set<Int32> = [ENOSYS, EINVAL, ENOTSUP, EOPNOTSUPP]
}

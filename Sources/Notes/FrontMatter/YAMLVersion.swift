import CYAML

/// The libyaml that reads front matter.
package enum YAMLVersion {
  /// The version of the library that is loaded, such as `0.2.5`.
  package static var current: String { unsafe String(cString: yaml_get_version_string()) }
}

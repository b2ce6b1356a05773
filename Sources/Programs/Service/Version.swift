/// The version of Boxwalk, `1.2.3`; it is also in manifests.
package let boxwalkVersion: StaticString = "0.1.0"

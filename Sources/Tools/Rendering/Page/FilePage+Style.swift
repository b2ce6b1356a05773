import Text

extension FilePage {
  static let style = StyleSheet(
    """
    nav { display: flex; flex-wrap: wrap; gap: .2rem 1rem }
    .photo img { max-height: 70vh } figure { margin: 0 } figcaption { font-size: .85rem }
    .strip { display: flex; flex-wrap: wrap; gap: .6rem } .strip img { height: 7rem; width: auto }
    .summary th { min-width: 6rem; overflow-wrap: normal } .summary td { white-space: pre-wrap } .findings li, .notes li { margin: .3rem 0 }
    .key { display: inline-block } i.key { width: .8rem; height: .8rem; margin-right: .4rem; border-radius: 2px }
    .box { margin: .15rem 0 .15rem .2rem; padding-left: .6rem; border-left: 2px solid var(--line) }
    .box summary { padding: .1rem 0 } .field { padding-left: 1rem; font-size: .9rem }
    .field .value { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .85em }
    .field table { font-size: .85em } .field a { text-decoration: none }
    .field a:hover { text-decoration: underline }
    .group { padding-left: 1rem } .group .key { font-size: .9rem; font-weight: 600 }
    .hex { font: .75rem/1.5 ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre; margin: .3rem 0 .6rem 1rem }
    .hex span { color: var(--ink) } .hex .faint { color: var(--faint) }
    :target:not(section) { outline: 2px solid var(--link); outline-offset: 1px }
    button { font: inherit; color: var(--ink); background: var(--panel); border: 1px solid var(--line);
      border-radius: 4px; padding: .1rem .6rem; margin-bottom: .4rem; cursor: pointer }
    @media print { .hex { white-space: pre-wrap } }

    """)

  /// It unfolds the target of a link if the browser does not, and has a button that unfolds everything.
  static let script = Page.Script(
    """
    function unfold() {
      let target = location.hash ? document.getElementById(location.hash.slice(1)) : null
      for (let box = target; box; box = box.parentElement) if (box.tagName === "DETAILS") box.open = true
      if (target) target.scrollIntoView()
    }
    addEventListener("hashchange", unfold)
    unfold()
    let boxes = document.getElementById("boxes")
    if (boxes) {
      let button = document.createElement("button")
      let isOpen = false
      button.textContent = "unfold all"
      button.className = "screen"
      button.addEventListener("click", function () {
        isOpen = !isOpen
        for (let box of boxes.getElementsByTagName("details")) box.open = isOpen
        button.textContent = isOpen ? "fold all" : "unfold all"
      })
      boxes.insertBefore(button, boxes.children[1])
    }
    """, hash: "zrqQ9QfwOohq45I5xfhsNhcWruf/2BZ6bmDp6MWXAdw=")
}

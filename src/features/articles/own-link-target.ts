type Press = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'defaultPrevented' | 'target'>

/** The address within the app that a press leads to; undefined where it is meant otherwise, or leads elsewhere. */
export function ownLinkTarget(press: Press): string | undefined {
  const isPlain = press.button === 0 && !press.metaKey && !press.ctrlKey && !press.shiftKey && !press.altKey
  if (!isPlain || press.defaultPrevented || !(press.target instanceof Element)) return undefined
  const link = press.target.closest('a[href]')
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return undefined
  return link.pathname + link.search + link.hash
}

export type ViewerCommand = 'previous' | 'next' | 'play' | 'fullscreen' | 'download' | 'delete' | 'info' | 'frameBack' | 'frameOn' | 'keys'

/** What each key does, in the order in which it is told. Escape closes by itself. */
export const VIEWER_KEYS: Readonly<Record<string, ViewerCommand>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  ' ': 'play',
  f: 'fullscreen',
  d: 'download',
  Delete: 'delete',
  i: 'info',
  ',': 'frameBack',
  '.': 'frameOn',
  '?': 'keys',
}

/** What a key that is held down goes on doing. */
const REPEATED: ReadonlySet<ViewerCommand> = new Set(['previous', 'next', 'frameBack', 'frameOn'])

interface PressedKey {
  readonly key: string
  /** It is still held down from before. */
  readonly isRepeat?: boolean
  readonly hasModifier: boolean
  /** What has the focus uses keys itself: `text` all of them, `slider` the arrows, `button` the space bar. */
  readonly focus: 'none' | 'text' | 'slider' | 'button'
}

/** What a key asks of the viewer; undefined when it is somebody else's. */
export function viewerCommand({ key, hasModifier, focus, isRepeat = false }: PressedKey): ViewerCommand | undefined {
  if (hasModifier || focus === 'text') return undefined
  const command = VIEWER_KEYS[key.length === 1 ? key.toLowerCase() : key]
  if (isRepeat && command !== undefined && !REPEATED.has(command)) return undefined
  if (focus === 'slider' && (command === 'previous' || command === 'next')) return undefined
  if (focus === 'button' && command === 'play') return undefined
  return command
}

/** How what has the focus uses keys. */
export function focusUse(element: Element | null): PressedKey['focus'] {
  if (element?.matches('input[type="range"], input[type="radio"]') === true) return 'slider'
  if (element?.matches('input, textarea, select, [contenteditable]') === true) return 'text'
  return element?.matches('button, a, summary') === true ? 'button' : 'none'
}

export type ViewerCommand = 'previous' | 'next' | 'play' | 'fullscreen' | 'download' | 'delete' | 'info' | 'frameBack' | 'frameOn' | 'keys'

/** The command of each key, in the order of the help. Escape is missing, because the browser handles it. */
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

export const VIEWER_KEY_GROUP = {
  id: 'viewer',
  rows: [...Object.entries(VIEWER_KEYS), ['Escape', 'close']].map(([key = '', command]) => ({
    does: `viewer.does.${command}`,
    keys: [key],
  })),
}

/** Commands that repeat while their key stays pressed. */
const REPEATED: ReadonlySet<ViewerCommand> = new Set(['previous', 'next', 'frameBack', 'frameOn'])

export interface PressedKey {
  readonly key: string
  /** Whether the event is a repetition of a key that stays pressed. */
  readonly isRepeat?: boolean
  readonly hasModifier: boolean
  /** Which keys the focused element needs: `text` all, `slider` the arrows, `button` the space bar. */
  readonly focus: 'none' | 'text' | 'slider' | 'button'
}

/** The viewer's command for a key; undefined if the key is not for the viewer. */
export function viewerCommand({ key, hasModifier, focus, isRepeat = false }: PressedKey): ViewerCommand | undefined {
  if (hasModifier || focus === 'text') return undefined
  const command = VIEWER_KEYS[key.length === 1 ? key.toLowerCase() : key]
  if (isRepeat && command !== undefined && !REPEATED.has(command)) return undefined
  if (focus === 'slider' && (command === 'previous' || command === 'next')) return undefined
  if (focus === 'button' && command === 'play') return undefined
  return command
}

/** Keys pressed in sequence or, with a plus, together. Names of keys are `account.key.*`, other characters are shown as they are. */
export interface KeyRow {
  readonly does: string
  readonly keys: readonly string[]
}

export interface KeyGroup {
  readonly id: string
  readonly rows: readonly KeyRow[]
}

const row = (does: string, ...keys: readonly string[]): KeyRow => ({ does: `account.does.${does}`, keys })

/** The shortcuts of every area except the viewer, which has its own table. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    id: 'form',
    rows: [
      row('generate', 'Mod + Enter'),
      row('olderPrompt', 'Alt + ArrowUp'),
      row('newerPrompt', 'Alt + ArrowDown'),
      row('undoPrompt', 'Mod + Z'),
    ],
  },
  {
    id: 'gallery',
    rows: [
      row('walk', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'),
      row('ends', 'Home', 'End'),
      row('search', '/'),
      row('clearSearch', 'Escape'),
    ],
  },
  { id: 'creations', rows: [row('range', 'Shift + Press'), row('all', 'Mod + A'), row('endSelection', 'Escape')] },
  {
    id: 'crop',
    rows: [
      row('moveBox', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'),
      row('sizeBox', 'Shift + ArrowUp', 'Shift + ArrowDown'),
      row('zoom', '+', '-'),
      row('reset', '0'),
      row('confirm', 'Enter'),
      row('cancel', 'Escape'),
    ],
  },
  {
    id: 'preview',
    rows: [
      row('look', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'),
      row('zoom', '+', '-'),
      row('reset', '0'),
      row('close', 'Escape'),
    ],
  },
]

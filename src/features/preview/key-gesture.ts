import type { PreviewEvent } from './preview-gestures.ts'

/** How far one press of an arrow looks on, in px. */
const PAN_PX = 48

const KEYS: Readonly<Record<string, PreviewEvent>> = {
  '+': { type: 'step', steps: 1 },
  '=': { type: 'step', steps: 1 },
  '-': { type: 'step', steps: -1 },
  '0': { type: 'reset' },
  ArrowLeft: { type: 'pan', x: PAN_PX, y: 0 },
  ArrowRight: { type: 'pan', x: -PAN_PX, y: 0 },
  ArrowUp: { type: 'pan', x: 0, y: PAN_PX },
  ArrowDown: { type: 'pan', x: 0, y: -PAN_PX },
}

interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** What a key does; those of the browser's own zoom are left to it. */
export function keyGesture({ key, ctrlKey, metaKey, altKey }: Key): PreviewEvent | null {
  return ctrlKey || metaKey || altKey ? null : (KEYS[key] ?? null)
}

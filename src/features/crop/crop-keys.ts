import type { CropEdit } from './use-crop-editor.ts'
import { CROP_KEY_STEP_PX } from '#shared/domain/crop-limits.ts'
import { resetCrop, stepBox, stepSize, zoomBy } from '#shared/domain/edit-crop.ts'

interface Key {
  readonly key: string
  readonly shiftKey: boolean
}

const ARROWS: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** What a key does to the crop; null when it means nothing there. */
export function editForKey({ key, shiftKey }: Key): CropEdit | null {
  const toward = ARROWS[key]
  if (toward !== undefined && shiftKey) return (state) => stepSize(state, toward.x + toward.y > 0 ? 1 : -1, CROP_KEY_STEP_PX)
  if (toward !== undefined) return (state) => stepBox(state, toward, CROP_KEY_STEP_PX)
  if (key === '+' || key === '=') return (state) => zoomBy(state, 1)
  if (key === '-' || key === '_') return (state) => zoomBy(state, -1)
  if (key === '0') return resetCrop
  return null
}

/** Whether the control that has the focus needs the key itself. */
export function isKeyTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLInputElement)) return false
  return target.type === 'number' || ARROWS[key] !== undefined
}

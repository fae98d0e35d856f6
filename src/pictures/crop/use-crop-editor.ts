import { useMemo, useReducer } from 'react'
import type { CropChoice } from '#shared/domain/crop-rules.ts'
import type { CropState } from '#shared/domain/crop-geometry.ts'
import type { Size } from '#shared/domain/media-limits.ts'
import { openCrop } from '#shared/domain/edit-crop.ts'

export type CropEdit = (state: CropState) => CropState

/** The crop as it stands, null while there is no picture, and what changes it. */
export function useCropEditor(source: Size | null, start: CropChoice | null): readonly [CropState | null, (edit: CropEdit) => void] {
  const opened = useMemo(() => (source === null ? null : openCrop(source, start)), [source, start])
  const [edited, change] = useReducer((edited: CropState | null, edit: CropEdit) => {
    const state = edited ?? opened
    return state === null ? null : edit(state)
  }, null)
  return [edited ?? opened, change]
}

/** Less than this is no change, in px of the canvas. */
const NO_CHANGE_PX = 0.001

/** Whether an edit has changed nothing that can be seen. At an edge of the canvas it is the picture that moves, and not the box. */
export function isSameCrop(now: CropState, next: CropState): boolean {
  const measures = ({ box, view, zoom }: CropState) => [box.x, box.y, box.width, box.height, view.x, view.y, zoom]
  const before = measures(now)
  const isInPlace = measures(next).every((value, at) => Math.abs(value - (before[at] ?? 0)) < NO_CHANGE_PX)
  const { quarters, isMirrored } = now.turn
  return isInPlace && now.ratio === next.ratio && quarters === next.turn.quarters && isMirrored === next.turn.isMirrored
}

import type { CropChoice } from '#shared/domain/crop-choice.ts'
import type { CropState } from '#shared/domain/crop-geometry.ts'
import type { Size } from '#shared/domain/media-limits.ts'
import { useMemo, useReducer } from 'react'
import { openCrop } from '#shared/domain/open-crop.ts'

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

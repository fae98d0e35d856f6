import { useMemo, useReducer, useEffect, useState } from 'react'
import type { CropChoice } from '#shared/domain/crop-rules.ts'
import type { CropState } from '#shared/domain/crop-geometry.ts'
import type { Size } from '#shared/domain/media-limits.ts'
import { openCrop } from '#shared/domain/edit-crop.ts'
import { type AppError, type Result, fail, ok } from '#shared/result.ts'
import { imageClient } from '../image-client.ts'

export type CropEdit = (state: CropState) => CropState

/** The current crop (null without a picture) and the function that edits it. */
export function useCropEditor(source: Size | null, start: CropChoice | null): readonly [CropState | null, (edit: CropEdit) => void] {
  const opened = useMemo(() => (source === null ? null : openCrop(source, start)), [source, start])
  const [edited, change] = useReducer((edited: CropState | null, edit: CropEdit) => {
    const state = edited ?? opened
    return state === null ? null : edit(state)
  }, null)
  return [edited ?? opened, change]
}

/** Smaller changes are invisible, in px of the canvas. */
const NO_CHANGE_PX = 0.001

/** Whether an edit has no visible effect. At an edge of the canvas, an edit may move the picture instead of the box. */
export function isSameCrop(now: CropState, next: CropState): boolean {
  const measures = ({ box, view, zoom }: CropState) => [box.x, box.y, box.width, box.height, view.x, view.y, zoom]
  const before = measures(now)
  const isUnmoved = measures(next).every((value, at) => Math.abs(value - (before[at] ?? 0)) < NO_CHANGE_PX)
  const { quarters, isMirrored } = now.turn
  return isUnmoved && now.ratio === next.ratio && quarters === next.turn.quarters && isMirrored === next.turn.isMirrored
}

/** A picture in reduced size, and the size of the original. */
interface ShownPicture {
  readonly image: ImageBitmap
  readonly source: Size
}

/** The decoded file; null while it is loading. */
export function usePictureView(file: Blob): Result<ShownPicture> | null {
  const [loaded, setLoaded] = useState<Result<ShownPicture> | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    const load = async () => {
      const result = await loadPicture(abort.signal, file)
      if (!abort.signal.aborted) setLoaded(result)
      else if (result.ok) result.value.image.close()
    }
    void load()
    return () => {
      abort.abort()
      setLoaded(null)
    }
  }, [file])
  useEffect(() => () => void (loaded?.ok === true && loaded.value.image.close()), [loaded])
  return loaded
}

async function loadPicture(signal: AbortSignal, file: Blob): Promise<Result<ShownPicture>> {
  const view = await imageClient.view(signal, file)
  if (!view.ok) return view
  const { blob, sourceWidth, sourceHeight } = view.value
  try {
    return ok({ image: await createImageBitmap(blob), source: { width: sourceWidth, height: sourceHeight } })
  } catch (error) {
    const broken: AppError = { code: 'image_broken', retry: 'never', detail: String(error) }
    return fail(broken)
  }
}

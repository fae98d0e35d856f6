import { useMemo, useReducer, useEffect, useState } from 'react'
import type { CropChoice } from '#shared/domain/crop-rules.ts'
import type { CropState } from '#shared/domain/crop-geometry.ts'
import type { Size } from '#shared/domain/media-limits.ts'
import { openCrop } from '#shared/domain/edit-crop.ts'
import { type AppError, type Result, fail, ok } from '#shared/result.ts'
import { imageClient } from '../image-client.ts'

export type CropEdit = (state: CropState) => CropState

/** The current crop (null without a picture) and the function that edits it. */
export function useCropEditor(
  source: Size | null,
  initialChoice: CropChoice | null,
): readonly [CropState | null, (edit: CropEdit) => void] {
  const initialState = useMemo(() => (source === null ? null : openCrop(source, initialChoice)), [source, initialChoice])
  const [editedState, applyEdit] = useReducer((editedState: CropState | null, edit: CropEdit) => {
    const state = editedState ?? initialState
    return state === null ? null : edit(state)
  }, null)
  return [editedState ?? initialState, applyEdit]
}

/** A change of a length by less than this is invisible, in px of the crop canvas. */
const MIN_VISIBLE_CHANGE_PX = 0.001

/** Whether an edit has no visible effect. Compares `view` too: at an edge of the canvas, an edit moves the picture and not the box. */
export function isSameCrop(stateBefore: CropState, stateAfter: CropState): boolean {
  const measures = ({ box, view, zoom }: CropState) => [box.x, box.y, box.width, box.height, view.x, view.y, zoom]
  const measuresBefore = measures(stateBefore)
  const isUnmoved = measures(stateAfter).every((value, index) => Math.abs(value - (measuresBefore[index] ?? 0)) < MIN_VISIBLE_CHANGE_PX)
  const { quarters, isMirrored } = stateBefore.turn
  return (
    isUnmoved &&
    stateBefore.ratio === stateAfter.ratio &&
    quarters === stateAfter.turn.quarters &&
    isMirrored === stateAfter.turn.isMirrored
  )
}

/** A picture in reduced size, and the size of the original. */
interface ShownPicture {
  readonly image: ImageBitmap
  readonly source: Size
}

/** The decoded file; null while it is loading. */
export function usePictureView(file: Blob): Result<ShownPicture> | null {
  const [loadedPicture, setLoadedPicture] = useState<Result<ShownPicture> | null>(null)
  useEffect(() => {
    const abortController = new AbortController()
    const loadView = async () => {
      const result = await loadPicture(abortController.signal, file)
      if (!abortController.signal.aborted) setLoadedPicture(result)
      else if (result.ok) result.value.image.close()
    }
    void loadView()
    return () => {
      abortController.abort()
      setLoadedPicture(null)
    }
  }, [file])
  useEffect(() => () => void (loadedPicture?.ok === true && loadedPicture.value.image.close()), [loadedPicture])
  return loadedPicture
}

async function loadPicture(signal: AbortSignal, file: Blob): Promise<Result<ShownPicture>> {
  const viewResult = await imageClient.view(signal, file)
  if (!viewResult.ok) return viewResult
  const { blob, sourceWidth, sourceHeight } = viewResult.value
  try {
    return ok({ image: await createImageBitmap(blob), source: { width: sourceWidth, height: sourceHeight } })
  } catch (error) {
    const brokenImage: AppError = { code: 'image_broken', retry: 'never', detail: String(error) }
    return fail(brokenImage)
  }
}

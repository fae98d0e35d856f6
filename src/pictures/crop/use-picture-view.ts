import type { AppError } from '#shared/app-error.ts'
import type { Size } from '#shared/domain/media-limits.ts'
import { useEffect, useState } from 'react'
import { imageClient } from '../image-client.ts'
import { type Result, fail, ok } from '#shared/result.ts'

/** A picture reduced for the screen, and the size it has in full. */
export interface ShownPicture {
  readonly image: ImageBitmap
  readonly source: Size
}

/** The file as it can be shown; null while it loads. */
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

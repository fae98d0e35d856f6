import { useEffect, useRef, useState } from 'react'
import type { Creation } from '#shared/api/generation.ts'
import type { ZipProgress } from '#shared/contract/zip-contract.ts'
import type { Actions } from '#src/lib/actions/create-actions.ts'

interface Zip {
  /** null while nothing is packed. */
  readonly progress: ZipProgress | null
  readonly start: (creations: readonly Creation[]) => Promise<void>
  readonly cancel: () => void
}

/** Packs videos into one file; leaving the screen ends it. */
export function useZip(actions: Actions): Zip {
  const [progress, setProgress] = useState<ZipProgress | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  return {
    progress,
    async start(creations) {
      if (running.current !== null) return
      const controller = new AbortController()
      running.current = controller
      const items = creations.map((creation) => ({ kind: 'media', creation }) as const)
      await actions.downloadZip(items, { signal: controller.signal, onProgress: setProgress })
      running.current = null
      setProgress(null)
    },
    cancel: () => running.current?.abort(),
  }
}

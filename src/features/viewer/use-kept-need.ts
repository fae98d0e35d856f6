import { useEffect, useState } from 'react'
import type { Creation } from '#shared/api/generation.ts'
import { fileSize } from '#src/lib/kept/file-size.ts'
import { keptPaths } from '#src/lib/kept/kept-paths.ts'
import { freeBytes } from '#src/lib/kept/storage-room.ts'

interface KeptNeed {
  readonly bytes: number
  readonly freeBytes: number
}

/** What keeping a creation would take and what is free; null as long as that is not known. */
export function useKeptNeed(creation: Creation, isAsked: boolean): KeptNeed | null {
  const [known, setKnown] = useState<(KeptNeed & { readonly id: string }) | null>(null)
  const { id } = creation
  const paths = keptPaths(creation).join()
  useEffect(() => {
    if (!isAsked || paths === '') return undefined
    const stop = new AbortController()
    const ask = async () => {
      const [free, ...sizes] = await Promise.all([freeBytes(), ...paths.split(',').map((path) => fileSize(path, stop.signal))])
      const bytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
      if (free !== null && sizes[0] !== null && !stop.signal.aborted) setKnown({ id, bytes, freeBytes: free })
    }
    void ask()
    return () => stop.abort()
  }, [id, paths, isAsked])
  return known?.id === id ? known : null
}

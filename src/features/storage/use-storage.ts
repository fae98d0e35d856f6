import { useEffect, useState } from 'react'
import { letVideosGo, readKeptState } from '#src/lib/kept/kept-actions.ts'
import { keptState } from '#src/lib/kept/kept-state.ts'
import { subscribe, useSnapshot } from '#src/lib/state.ts'
import { storedTemplateLists } from '#src/lib/templates/stored-template-lists.ts'
import { showToast } from '#src/ui/toast.ts'
import type { StorageReport } from './measure-storage.ts'
import { measureStorage } from './measure-storage.ts'
import type { ClearableKind } from './storage-kinds.ts'
import { CACHES_BY_KIND } from './storage-kinds.ts'

interface Storage {
  /** Undefined until it was read, null where nothing can be stored. */
  readonly report: StorageReport | null | undefined
  readonly measure: () => Promise<void>
  readonly clear: (kind: ClearableKind) => Promise<void>
}

/** What lies on this device, measured when this opens and after each change. */
export function useStorage(clearDrafts: () => Promise<void>): Storage {
  const [report, setReport] = useState<StorageReport | null>()
  const { videos } = useSnapshot(keptState)
  useEffect(() => {
    let isLeft = false
    const read = async () => {
      const next = await measureStorage()
      if (!isLeft) setReport(next)
    }
    void readKeptState().then(read)
    const stop = subscribe(keptState, () => void read())
    return () => {
      isLeft = true
      stop()
    }
  }, [])
  const measure = async () => setReport(await measureStorage())
  const clear = async (kind: ClearableKind) => {
    if (kind === 'kept') await letVideosGo(Object.keys(videos), showToast)
    else if (kind === 'drafts') await clearDrafts()
    else await caches.delete(CACHES_BY_KIND[kind])
    if (kind === 'galleryLists') await storedTemplateLists.forget()
    await measure()
  }
  return { report, measure, clear }
}

import type { ReactElement } from 'react'
import type { StorageReport } from './measure-storage.ts'
import type { ClearableKind } from './storage-kinds.ts'
import { useEffect, useState } from 'react'
import { can } from '#shared/platform/capabilities.ts'
import { formatBytes } from '#src/lib/format.ts'
import { useText } from '#src/lib/i18n.ts'
import { letVideosGo, readKeptState, turnKeepAll } from '#src/lib/kept/kept-actions.ts'
import { keptState } from '#src/lib/kept/kept-state.ts'
import { subscribe, useSnapshot } from '#src/lib/state.ts'
import { Button } from '#src/ui/button.tsx'
import { LoadingNote } from '#src/ui/loading-note.tsx'
import { StateNote } from '#src/ui/state-note.tsx'
import { SwitchRow } from '#src/ui/switch-row.tsx'
import { showToast } from '#src/ui/toast.ts'
import { storedTemplateLists } from '#src/lib/templates/stored-template-lists.ts'
import { KeptList } from './kept-list.tsx'
import { KindList } from './kind-list.tsx'
import styles from './storage-section.module.css'
import { measureStorage } from './measure-storage.ts'
import { CACHES_BY_KIND } from './storage-kinds.ts'

/** What Kinora has stored on this device, by kind: how much, of how much, and how to be rid of it. */
export function StorageSection({ clearDrafts }: { readonly clearDrafts: () => Promise<void> }): ReactElement {
  const text = useText()
  const { report, measure, clear } = useStorage(clearDrafts)
  const { keepsAll, status, videos } = useSnapshot(keptState)
  if (report === undefined || status === 'unread') return <LoadingNote text={text('storage.loading')} />
  if (report === null || status === 'blocked')
    return <StateNote icon="device" title={text('storage.blocked')} hint={text('storage.blockedHint')} />
  const { room, isPersisted, sizes } = report
  const facts = Object.values(videos)
  const kept = { count: facts.length, bytes: facts.reduce((sum, { bytes }) => sum + bytes, 0) }
  return (
    <div className={styles['body']}>
      {room !== null && (
        <p className={styles['total']}>
          {text('storage.total', { used: formatBytes(room.usedBytes), quota: formatBytes(room.quotaBytes) })}
        </p>
      )}
      {!can('keepForever') && <p className={styles['hint']}>{text('storage.sevenDays')}</p>}
      <KindList sizes={{ ...sizes, kept }} onClear={clear} />
      <SwitchRow
        title={text('storage.keepAll')}
        hint={text('storage.keepAllHint')}
        isOn={keepsAll}
        onTurn={(isOn) => void turnKeepAll(isOn, showToast)}
      />
      {isPersisted !== null && <KeptSafe isPersisted={isPersisted} onAsked={measure} />}
      {facts.length > 0 && <KeptList />}
    </div>
  )
}

/** Whether the browser may clear all this by itself when space gets short. */
function KeptSafe({ isPersisted, onAsked }: { readonly isPersisted: boolean; readonly onAsked: () => Promise<void> }): ReactElement {
  const text = useText()
  const [isRefused, setRefused] = useState(false)
  const ask = async () => {
    setRefused(!(await navigator.storage.persist().catch(() => false)))
    await onAsked()
  }
  return (
    <div className={styles['safe']}>
      <p aria-live="polite" className={styles['hint']}>
        {text(isPersisted ? 'storage.safe' : isRefused ? 'storage.notSafe' : 'storage.unsafe')}
      </p>
      {!isPersisted && <Button onClick={() => void ask()}>{text('storage.keepSafe')}</Button>}
    </div>
  )
}

interface Storage {
  /** Undefined until it was read, null where nothing can be stored. */
  readonly report: StorageReport | null | undefined
  readonly measure: () => Promise<void>
  readonly clear: (kind: ClearableKind) => Promise<void>
}

/** What lies on this device, measured when this opens and after each change. */
function useStorage(clearDrafts: () => Promise<void>): Storage {
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

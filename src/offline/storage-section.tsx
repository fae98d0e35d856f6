import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { can } from '#shared/browser/capabilities.ts'
import { formatBytes, useText, formatNumber } from '#src/i18n/i18n.ts'
import { subscribe, useSnapshot } from '#src/store/state.ts'
import { Button } from '#src/design/button.tsx'
import { LoadingNote } from '#src/design/loading.tsx'
import { StateNote } from '#src/design/state-note.tsx'
import { SwitchRow } from '#src/design/switch-row.tsx'
import { showToast } from '#src/design/toast.ts'
import { storedTemplateLists } from '#src/gallery/stored-template-lists.ts'
import { ask } from '#src/design/ask.ts'
import styles from './storage-section.module.css'
import * as storage from './measure-storage.ts'
import { deleteOfflineVideos, readOfflineState, setSaveAll, pinVideo } from './offline-actions.ts'
import { offlineVideos } from './offline-videos.ts'
import { offlineState } from './offline-state.ts'
import type { OfflineVideo } from '#shared/storage/offline-video-record.ts'
import { Link } from '#src/routing/routes.ts'
import { creationPath } from '#shared/domain/detail-path.ts'
import { dateAndTime } from '#shared/domain/relative-time.ts'

/** The storage that this site uses on the device, by kind, with a button to clear each kind. */
export function StorageSection({ clearDrafts }: { readonly clearDrafts: () => Promise<void> }) {
  const text = useText()
  const { report, measure, clear } = useStorage(clearDrafts)
  const { savesAll, status, videos } = useSnapshot(offlineState)
  if (report === undefined || status === 'unread') return <LoadingNote text={text('storage.loading')} />
  if (report === null || status === 'blocked')
    return <StateNote icon="device" title={text('storage.blocked')} hint={text('storage.blockedHint')} />
  const { space, isPersisted, sizes } = report
  const videoFacts = Object.values(videos)
  const offline = { count: videoFacts.length, bytes: videoFacts.reduce((sum, { bytes }) => sum + bytes, 0) }
  return (
    <div className={styles['body']}>
      {space !== null && (
        <p className={styles['total']}>
          {text('storage.total', { used: formatBytes(space.usedBytes), quota: formatBytes(space.quotaBytes) })}
        </p>
      )}
      {!can('storeForever') && <p className={styles['hint']}>{text('storage.sevenDays')}</p>}
      <KindList sizes={{ ...sizes, offline }} onClear={clear} />
      <SwitchRow
        title={text('storage.saveAll')}
        hint={text('storage.saveAllHint')}
        isOn={savesAll}
        onTurn={(isOn) => void setSaveAll(isOn, showToast)}
      />
      {isPersisted !== null && <PersistenceNote isPersisted={isPersisted} onAsked={measure} />}
      {videoFacts.length > 0 && <OfflineList />}
    </div>
  )
}

/** A note that says whether the browser may clear this site's storage when space runs out. */
function PersistenceNote({ isPersisted, onAsked }: { readonly isPersisted: boolean; readonly onAsked: () => Promise<void> }) {
  const text = useText()
  const [isRefused, setRefused] = useState(false)
  const askToPersist = async () => {
    setRefused(!(await navigator.storage.persist().catch(() => false)))
    await onAsked()
  }
  return (
    <div className={styles['safe']}>
      <p aria-live="polite" className={styles['hint']}>
        {text(isPersisted ? 'storage.protected' : isRefused ? 'storage.refused' : 'storage.unprotected')}
      </p>
      {!isPersisted && <Button onClick={() => void askToPersist()}>{text('storage.protect')}</Button>}
    </div>
  )
}

interface StorageControls {
  /** Undefined until the storage is measured; null if it is blocked. */
  readonly report: storage.StorageReport | null | undefined
  readonly measure: () => Promise<void>
  readonly clear: (kind: storage.ClearableKind) => Promise<void>
}

/** Measures the storage when the section opens and after each change. */
function useStorage(clearDrafts: () => Promise<void>): StorageControls {
  const [report, setReport] = useState<storage.StorageReport | null>()
  const { videos } = useSnapshot(offlineState)
  const abortRef = useRef(new AbortController())
  const measure = async () => {
    const { signal } = abortRef.current
    const newReport = await storage.measureStorage(signal)
    if (!signal.aborted) setReport(newReport)
  }
  const measureAgain = useEffectEvent(measure)
  useEffect(() => {
    const abortController = new AbortController()
    abortRef.current = abortController
    void readOfflineState().then(() => measureAgain())
    const unsubscribe = subscribe(offlineState, () => void measureAgain())
    return () => {
      abortController.abort()
      unsubscribe()
    }
  }, [])
  const clear = async (kind: storage.ClearableKind) => {
    if (kind === 'offline') await deleteOfflineVideos(Object.keys(videos), showToast)
    else if (kind === 'drafts') await clearDrafts()
    else if (kind === 'made') await storage.clearMade()
    else await caches.delete(storage.CACHES_BY_KIND[kind])
    if (kind === 'galleryLists') await storedTemplateLists.forget()
    await measure()
  }
  return { report, measure, clear }
}

interface KindListProps {
  readonly sizes: Readonly<Record<storage.StorageKind, storage.KindSize>>
  readonly onClear: (kind: storage.ClearableKind) => Promise<void>
}

/** One row per kind of data. All but the app itself can be cleared after a confirmation. */
function KindList({ sizes, onClear }: KindListProps) {
  const text = useText()
  const clearKind = async (kind: storage.ClearableKind) => {
    const name = text(`storage.kind.${kind}`)
    const question = { title: text('storage.clearTitle', { name }), hint: text(`storage.clearHint.${kind}`) }
    if (await ask({ ...question, yes: text('storage.clear'), no: text('storage.cancel') })) await onClear(kind)
  }
  const renderRow = (kind: storage.StorageKind) => {
    const { count, bytes } = sizes[kind]
    const isClearable = kind !== 'app'
    const name = text(`storage.kind.${kind}`)
    return (
      <li key={kind} className={styles['row']}>
        <div className={styles['words']}>
          <p className={styles['name']}>{name}</p>
          <p className={styles['hint']}>
            {count === 0 ? text('storage.none') : text('storage.size', { count, number: formatNumber(count), size: formatBytes(bytes) })}
          </p>
        </div>
        {isClearable && count > 0 && (
          <Button variant="plain" aria-label={text('storage.clearOf', { name })} onClick={() => void clearKind(kind)}>
            {text('storage.clear')}
          </Button>
        )}
      </li>
    )
  }
  return <ul className={styles['list']}>{[...storage.CLEARABLE_KINDS, 'app' as const].map(renderRow)}</ul>
}

/** The offline videos in the order in which they would be evicted. Pinned videos are never evicted. */
function OfflineList() {
  const text = useText()
  const titleId = useId()
  const [shownVideos, setShownVideos] = useState<readonly OfflineVideo[]>([])
  useEffect(() => {
    let isUnmounted = false
    const readVideos = async () => {
      const storedVideos = await offlineVideos.list().catch(() => [])
      if (!isUnmounted)
        setShownVideos(storedVideos.toSorted((a, b) => Number(a.isPinned) - Number(b.isPinned) || a.lastUsedAtMs - b.lastUsedAtMs))
    }
    void readVideos()
    const unsubscribe = subscribe(offlineState, () => void readVideos())
    return () => {
      isUnmounted = true
      unsubscribe()
    }
  }, [])
  return (
    <section aria-labelledby={titleId}>
      <h4 id={titleId} className={styles['name']}>
        {text('storage.offline')}
      </h4>
      <p className={styles['hint']}>{text('storage.offlineHint')}</p>
      <ul className={styles['list']}>
        {shownVideos.map(({ creation, bytes, lastUsedAtMs, isPinned }) => {
          const name = creation.prompt || (creation.templateName ?? text('storage.unnamed'))
          return (
            <li key={creation.id} className={styles['row']}>
              <div className={styles['words']}>
                <Link className={styles['title']} href={creationPath(creation)} title={name} dir="auto" data-wide-target>
                  {name}
                </Link>
                <p className={styles['hint']}>{text('storage.used', { size: formatBytes(bytes), time: dateAndTime(lastUsedAtMs) })}</p>
              </div>
              <Button
                variant="plain"
                aria-label={text(isPinned ? 'storage.unpinOf' : 'storage.pinOf', { name })}
                onClick={() => void pinVideo(creation.id, !isPinned, showToast)}
              >
                {text(isPinned ? 'storage.unpin' : 'storage.pin')}
              </Button>
              <Button
                variant="plain"
                aria-label={text('storage.removeOf', { name })}
                onClick={() => void deleteOfflineVideos([creation.id], showToast)}
              >
                {text('storage.remove')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

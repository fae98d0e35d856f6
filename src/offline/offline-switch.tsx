import type { Creation } from '#shared/api/generation.ts'
import { useEffect, useState } from 'react'
import { dateAndTime } from '#shared/domain/relative-time.ts'
import { formatBytes, useText } from '#src/i18n/i18n.ts'
import { saveVideoOffline, deleteOfflineVideos, readOfflineState } from './offline-actions.ts'
import { offlinePaths } from './offline-files.ts'
import { offlineVideos } from './offline-videos.ts'
import { offlineState } from './offline-state.ts'
import { useSnapshot } from '#src/store/state.ts'
import { showToast } from '#src/design/toast.ts'
import { SwitchRow } from '#src/design/switch-row.tsx'
import { freeBytes } from '#src/browser/storage-space.ts'

/**
 * A switch that saves a video offline. It shows since when the video is saved, or how much space it needs. Renders nothing if the
 * video can't be saved.
 */
export function OfflineSwitch({ creation }: { readonly creation: Creation }) {
  const text = useText()
  const [wantedState, setWantedState] = useState<boolean | null>(null)
  const { status, videos } = useSnapshot(offlineState)
  const { id, createdAt } = creation
  const facts = videos[id]
  const isSavedOffline = facts !== undefined
  const storageNeed = useStorageNeed(creation, status === 'read' && !isSavedOffline)
  useEffect(() => void readOfflineState(), [])
  useEffect(() => {
    if (isSavedOffline) void offlineVideos.noteUse(id)
  }, [id, isSavedOffline])
  if (offlinePaths(creation).length === 0) return null
  const hintText = () => {
    if (status === 'blocked') return text('offline.blockedHint')
    if (facts !== undefined)
      return text('offline.storedSince', {
        size: formatBytes(facts.bytes),
        here: dateAndTime(facts.keptAtMs),
        there: dateAndTime(createdAt),
      })
    if (storageNeed === null) return text('offline.hint')
    return text('offline.need', { size: formatBytes(storageNeed.bytes), free: formatBytes(storageNeed.freeBytes) })
  }
  const switchOffline = (isOn: boolean) => {
    setWantedState(isOn)
    const change = isOn ? saveVideoOffline(creation, showToast) : deleteOfflineVideos([id], showToast)
    void change.finally(() => setWantedState(null))
  }
  return (
    <SwitchRow
      title={text('offline.switch')}
      hint={hintText()}
      isOn={wantedState ?? isSavedOffline}
      isDisabled={status !== 'read'}
      isBusy={wantedState !== null}
      onTurn={switchOffline}
    />
  )
}

interface StorageNeed {
  readonly bytes: number
  readonly freeBytes: number
}

/** The space that a creation needs offline, and the free space; null until known. */
function useStorageNeed(creation: Creation, isEnabled: boolean): StorageNeed | null {
  const [measuredNeed, setMeasuredNeed] = useState<(StorageNeed & { readonly id: string }) | null>(null)
  const { id } = creation
  const paths = offlinePaths(creation).join()
  useEffect(() => {
    if (!isEnabled || paths === '') return undefined
    const abortController = new AbortController()
    const measureNeed = async () => {
      const [availableBytes, ...sizes] = await Promise.all([
        freeBytes(),
        ...paths.split(',').map((path) => fileSize(path, abortController.signal)),
      ])
      const bytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
      if (availableBytes !== null && sizes[0] !== null && !abortController.signal.aborted)
        setMeasuredNeed({ id, bytes, freeBytes: availableBytes })
    }
    void measureNeed()
    return () => abortController.abort()
  }, [id, paths, isEnabled])
  return measuredNeed?.id === id ? measuredNeed : null
}

/** The size of a file of this site, in bytes; null if it is unknown. */
async function fileSize(path: string, signal: AbortSignal): Promise<number | null> {
  try {
    const response = await fetch(path, { method: 'HEAD', signal })
    const length = response.headers.get('content-length')
    return response.ok && length !== null ? Number(length) : null
  } catch {
    return null
  }
}

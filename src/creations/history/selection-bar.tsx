import { useEffect, useRef, useState } from 'react'
import type { Creation } from '#shared/api/generation.ts'
import type { ZipProgress } from '#shared/contract/zip-contract.ts'
import { isGenerating } from '#shared/domain/task.ts'
import { formatBytes, useText } from '#src/i18n/i18n.ts'
import { Button, IconButton } from '#src/design/button.tsx'
import { Progress } from '#src/design/loading.tsx'
import { isLayerOpen } from '#src/design/open-modal.ts'
import type { Actions } from '../actions.ts'
import styles from './selection-bar.module.css'
import type { SelectionMode } from './use-selection.ts'

interface SelectionBarProps {
  readonly selectionMode: SelectionMode
  readonly actions: Actions
  readonly shownCount: number
}

export function SelectionBar({ selectionMode, actions, shownCount }: SelectionBarProps) {
  const text = useText()
  const { selected, leave, pickAll } = selectionMode
  const [isBusy, setBusy] = useState(false)
  const zip = useZip(actions)
  const ids = selected.map(({ id }) => id)
  const endedIds = selected.filter(({ status }) => !isGenerating(status)).map(({ id }) => id)
  const isEmpty = ids.length === 0
  const areCollected = !isEmpty && selected.every(({ isCollect }) => isCollect)
  // While an action runs, the buttons are not disabled, because a disabled button loses the focus: the action may have opened a dialog, and
  // deleted creations disappear before this bar does.
  const runUnlessBusy = async (work: () => Promise<boolean>) => {
    if (isBusy) return
    setBusy(true)
    if (await work()) leave()
    setBusy(false)
  }
  useEscapeIgnored(zip.progress !== null)
  return (
    <section className={styles['bar']} aria-label={text('history.selection')}>
      <IconButton icon="close" label={text('history.selectDone')} onClick={leave} />
      <output className={styles['count']}>{text('history.selected', { count: ids.length })}</output>
      <div className={styles['actions']}>
        <Button variant="plain" onClick={pickAll}>
          {text('history.selectAll', { count: shownCount })}
        </Button>
        <Button
          icon="heart"
          disabled={isEmpty && !isBusy}
          onClick={() => void runUnlessBusy(() => actions.collect(ids, areCollected ? 0 : 1))}
        >
          {text(areCollected ? 'history.uncollect' : 'history.collect')}
        </Button>
        <Button icon="download" disabled={isEmpty} isBusy={zip.progress !== null} onClick={() => void zip.start(selected)}>
          {text('history.zip')}
        </Button>
        <Button
          variant="danger"
          icon="trash"
          disabled={endedIds.length === 0 && !isBusy}
          onClick={() => void runUnlessBusy(() => actions.deleteCreations(endedIds))}
        >
          {text('history.delete')}
        </Button>
      </div>
      {zip.progress !== null && (
        <div className={styles['zip']}>
          <span className={styles['packing']}>
            {text('action.zipProgress', {
              done: zip.progress.done,
              total: zip.progress.total,
              bytes: formatBytes(zip.progress.bytes),
            })}
          </span>
          <Progress label={text('history.zipping')} fraction={zip.progress.done / zip.progress.total} />
          <Button variant="plain" onClick={zip.cancel}>
            {text('history.zipCancel')}
          </Button>
        </div>
      )}
    </section>
  )
}

interface Zip {
  /** The progress of the running zip; null if none is running. */
  readonly progress: ZipProgress | null
  readonly start: (creations: readonly Creation[]) => Promise<void>
  readonly cancel: () => void
}

/** Packs videos into one zip. Leaving the screen cancels it. */
function useZip(actions: Actions): Zip {
  const [progress, setProgress] = useState<ZipProgress | null>(null)
  const runningZip = useRef<AbortController | null>(null)
  useEffect(() => () => runningZip.current?.abort(), [])
  return {
    progress,
    async start(creations) {
      if (runningZip.current !== null) return
      const controller = new AbortController()
      runningZip.current = controller
      const items = creations.map((creation) => ({ kind: 'media', creation }) as const)
      await actions.downloadZip(items, { signal: controller.signal, onProgress: setProgress })
      runningZip.current = null
      setProgress(null)
    },
    cancel: () => runningZip.current?.abort(),
  }
}

/**
 * While a zip is being created, Escape does not end the selection, because that would cancel the zip. The zip has its own cancel
 * button. Escape still closes layers above.
 */
export function useEscapeIgnored(isIgnored: boolean): void {
  useEffect(() => {
    if (!isIgnored) return
    const ignoreEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isLayerOpen()) event.preventDefault()
    }
    addEventListener('keydown', ignoreEscape, { capture: true })
    return () => removeEventListener('keydown', ignoreEscape, { capture: true })
  }, [isIgnored])
}

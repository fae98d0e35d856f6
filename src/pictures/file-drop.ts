import { screenPath } from '../routing/routes.ts'
import type { ToastContent } from '#shared/domain/toast-rules.ts'
import { type TransferTexts, filesOf, followOwnDrags, isOwnDrag, isPageDrag, pageData, textsOf } from '../browser/transfer.ts'

/** Files that were dropped or pasted together. */
export type DroppedFiles = readonly [File, ...File[]]
export type OnFiles = (files: DroppedFiles) => void

/**
 * Passes dropped files to the screen that accepts files. If the screen is not ready, the files wait; they are discarded when
 * another screen opens. `pathNow` returns the address without its query.
 */
export function createFileDrop(pathNow: () => string) {
  let receiver: OnFiles | null = null
  let waiting: { readonly path: string; readonly files: DroppedFiles } | null = null
  return {
    hasReceiver: () => receiver !== null,
    drop(files: DroppedFiles): void {
      if (receiver === null) waiting = { path: pathNow(), files }
      else receiver(files)
    },
    /** Stores files for the screen that is opening, even if another screen accepts files at the moment. */
    queueForNext(files: DroppedFiles): void {
      waiting = { path: pathNow(), files }
    },
    /** Passes all further files to `next`. The returned function ends that. */
    receive(next: OnFiles): () => void {
      receiver = next
      const early = waiting
      waiting = null
      if (early?.path === pathNow()) next(early.files)
      return () => {
        if (receiver === next) receiver = null
      }
    },
  }
}

/** The files that the user drops or pastes anywhere in this tab. */
export const fileDrop = createFileDrop(() => screenPath())

type Notify = (toast: ToastContent) => unknown

/** Starts listening for dropped and pasted files. From then on, a dropped file or link never navigates the tab. */
export function followFileDrop(notify: Notify): void {
  followOwnDrags()
  addEventListener('dragover', (event) => {
    if (isPageDrag(event)) event.preventDefault()
  })
  addEventListener('drop', (event) => {
    const data = pageData(event.target, event.dataTransfer)
    if (data === null || isOwnDrag()) return
    event.preventDefault()
    dropPicture(data, 'intake.droppedName', notify)
  })
  addEventListener('paste', (event) => {
    const data = pageData(event.target, event.clipboardData)
    if (data === null) return
    if (fileDrop.hasReceiver()) event.preventDefault()
    dropPicture(data, 'create.pastedName', notify)
  })
}

function dropPicture(data: DataTransfer, nameKey: string, notify: Notify): void {
  const [first, ...others] = filesOf(data)
  if (first === undefined) void bringLinked(textsOf(data), nameKey, notify)
  else fileDrop.drop([first, ...others])
}

/** Loads the picture that a dropped link names. It is discarded if another screen has opened meanwhile. */
async function bringLinked(texts: TransferTexts, nameKey: string, notify: Notify): Promise<void> {
  const path = screenPath()
  const { loadLinkedPicture } = await import('./linked-picture.ts')
  const loaded = await loadLinkedPicture(texts, nameKey)
  if (screenPath() !== path) return
  if (loaded instanceof File) fileDrop.drop([loaded])
  else if (fileDrop.hasReceiver()) notify(loaded)
}

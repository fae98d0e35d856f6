import { screenPath } from '../routing/routes.ts'
import type { ToastContent } from '#shared/domain/toast-rules.ts'
import { type TransferTexts, filesOf, followOwnDrags, isOwnDrag, isPageDrag, pageData, textsOf } from '../browser/transfer.ts'

/** Files that were dropped or pasted together. */
export type DroppedFiles = readonly [File, ...File[]]
export type OnFiles = (files: DroppedFiles) => void

/**
 * Passes dropped files to the screen that accepts files. If the screen is not ready, the files wait; they are discarded when
 * another screen opens. `currentPath` returns the address without its query.
 */
export function createFileDrop(currentPath: () => string) {
  let receiver: OnFiles | null = null
  let waitingDrop: { readonly path: string; readonly files: DroppedFiles } | null = null
  return {
    hasReceiver: () => receiver !== null,
    drop(files: DroppedFiles): void {
      if (receiver === null) waitingDrop = { path: currentPath(), files }
      else receiver(files)
    },
    /** Stores files for the screen that is opening, even if another screen accepts files at the moment. */
    queueForNext(files: DroppedFiles): void {
      waitingDrop = { path: currentPath(), files }
    },
    /** Passes all further files to `newReceiver`. The returned function removes `newReceiver`. */
    receive(newReceiver: OnFiles): () => void {
      receiver = newReceiver
      const earlierDrop = waitingDrop
      waitingDrop = null
      if (earlierDrop?.path === currentPath()) newReceiver(earlierDrop.files)
      return () => {
        if (receiver === newReceiver) receiver = null
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
  const [firstFile, ...otherFiles] = filesOf(data)
  if (firstFile === undefined) void dropLinkedPicture(textsOf(data), nameKey, notify)
  else fileDrop.drop([firstFile, ...otherFiles])
}

/** Loads the picture that a dropped or pasted link names. The picture is discarded if another screen has opened meanwhile. */
async function dropLinkedPicture(texts: TransferTexts, nameKey: string, notify: Notify): Promise<void> {
  const path = screenPath()
  const { loadLinkedPicture } = await import('./linked-picture.ts')
  const result = await loadLinkedPicture(texts, nameKey)
  if (screenPath() !== path) return
  if (result instanceof File) fileDrop.drop([result])
  else if (fileDrop.hasReceiver()) notify(result)
}

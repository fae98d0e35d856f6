import { useCallback, useEffect, useState } from 'react'
import { linkTo, useLocation, screenPath } from './routes.ts'
import { matchRoute } from '#shared/domain/screens.ts'

/** Files that were dropped or pasted together, in order. */
export type DroppedFiles = readonly [File, ...File[]]
export type OnFiles = (files: DroppedFiles) => void

/**
 * Passes dropped files to the screen that accepts files. Files dropped before that screen is ready are queued, and
 * discarded when another screen opens. `pathNow` is the address without its query.
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
    /** Keeps files for the screen that is being opened, even if another screen accepts files now. */
    keepForNext(files: DroppedFiles): void {
      waiting = { path: pathNow(), files }
    },
    /** Passes all files to `next`; returns a function that stops it. */
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

/** Files dropped or pasted anywhere in this tab. */
export const fileDrop = createFileDrop(() => screenPath())

/** Starts listening; from then on a dropped file never navigates the tab, on any screen. */
export function followFileDrop(): void {
  addEventListener('dragover', (event) => {
    if (hasFiles(event.dataTransfer)) event.preventDefault()
  })
  addEventListener('drop', (event) => {
    if (!hasFiles(event.dataTransfer)) return
    event.preventDefault()
    dropList(event.dataTransfer?.files)
  })
  addEventListener('paste', (event) => {
    const isReceived = fileDrop.hasReceiver()
    if (dropList(event.clipboardData?.files) && isReceived) event.preventDefault()
  })
}

function dropList(list: FileList | undefined): boolean {
  const [first, ...others] = list ?? []
  if (first === undefined) return false
  fileDrop.drop([first, ...others])
  return true
}

/** Receives files dropped or pasted anywhere on the page. Returns whether a file is dragged over the page. */
export function useFileDrop(onFiles: OnFiles): boolean {
  const [isHovering, setHovering] = useState(false)
  useEffect(() => fileDrop.receive(onFiles), [onFiles])
  useEffect(() => {
    const stop = new AbortController()
    const on = <Name extends keyof WindowEventMap>(name: Name, listener: (event: WindowEventMap[Name]) => void) =>
      addEventListener(name, listener, { signal: stop.signal })
    on('dragover', (event) => hasFiles(event.dataTransfer) && setHovering(true))
    on('dragleave', (event) => event.relatedTarget === null && setHovering(false))
    on('drop', () => setHovering(false))
    return () => stop.abort()
  }, [])
  return isHovering
}

/** Opens the image-to-video form with files that were dropped on a screen without a form. */
export function useOpenInTool(): OnFiles {
  const [, go] = useLocation()
  return useCallback(
    (files) =>
      openInTool(files, {
        go,
        isThere: () => matchRoute(location.pathname) === 'imageToVideo',
        keepForNext: (dropped) => fileDrop.keepForNext(dropped),
      }),
    [go],
  )
}

interface OpenDeps {
  readonly go: (path: string) => void
  /** Whether the address is the tool's already, while another screen is still shown. */
  readonly isThere: () => boolean
  /** Keeps the files for the screen that is being opened. */
  readonly keepForNext: OnFiles
}

/** Opens the image-to-video form with these files, as if they had been dropped there. */
export function openInTool(files: DroppedFiles, { go, isThere, keepForNext }: OpenDeps): void {
  if (!isThere()) go(linkTo('imageToVideo'))
  keepForNext(files)
}

function hasFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') === true
}

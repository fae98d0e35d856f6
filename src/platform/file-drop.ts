import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { matchRoute } from '#shared/domain/screens.ts'
import { linkTo } from './routes.ts'
import { screenPath } from './screen-location.ts'

/** The files that were dropped or pasted at once, in their order. */
export type DroppedFiles = readonly [File, ...File[]]
export type OnFiles = (files: DroppedFiles) => void

/**
 * Gives dropped files to the screen that takes files. What comes before that screen has started waits for it, and is let go when another
 * screen comes instead. `pathNow` is the address without its query.
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
    /** Keeps files for the screen that has just been asked for, whoever receives them here. */
    keepForNext(files: DroppedFiles): void {
      waiting = { path: pathNow(), files }
    },
    /** Gives all files to this screen until the answer is called. */
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

/** Begins to listen; from then on a dropped file never takes the tab away from the app, whatever screen is open. */
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

/** Receives files dropped or pasted anywhere on the page. Returns whether a file hovers over the page. */
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

/** Opens the form for one picture with files that came to a screen without a form. */
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
  /** The address is the tool's already, though another screen is still shown. */
  readonly isThere: () => boolean
  /** Keeps the files for the screen that was gone to. */
  readonly keepForNext: OnFiles
}

/** Opens the form for one picture with these files, as if they had been dropped there. */
export function openInTool(files: DroppedFiles, { go, isThere, keepForNext }: OpenDeps): void {
  if (!isThere()) go(linkTo('imageToVideo'))
  keepForNext(files)
}

function hasFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') === true
}

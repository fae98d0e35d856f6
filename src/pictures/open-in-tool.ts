import { useCallback } from 'react'
import { linkTo, useLocation } from '../routing/routes.ts'
import { matchRoute } from '#shared/domain/screens.ts'
import { type DroppedFiles, type OnFiles, fileDrop } from './file-drop.ts'

/** Opens the image-to-video form with files that were dropped on a screen without a form. */
export function useOpenInTool(): OnFiles {
  const [, go] = useLocation()
  return useCallback(
    (files) =>
      openInTool(files, {
        go,
        isOnToolScreen: () => matchRoute(location.pathname) === 'imageToVideo',
        queueForNext: (dropped) => fileDrop.queueForNext(dropped),
      }),
    [go],
  )
}

interface OpenDeps {
  readonly go: (path: string) => void
  /** Whether the address is already the tool's, while another screen is still shown. */
  readonly isOnToolScreen: () => boolean
  /** Queues the files for the screen that is being opened. */
  readonly queueForNext: OnFiles
}

/** Opens the image-to-video form with these files, as if the user had dropped them there. */
export function openInTool(files: DroppedFiles, { go, isOnToolScreen, queueForNext }: OpenDeps): void {
  if (!isOnToolScreen()) go(linkTo('imageToVideo'))
  queueForNext(files)
}

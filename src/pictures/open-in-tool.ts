import { useCallback } from 'react'
import { linkTo, useLocation } from '../routing/routes.ts'
import { matchRoute } from '#shared/domain/screens.ts'
import { type DroppedFiles, type OnFiles, fileDrop } from './file-drop.ts'

/** Opens the image-to-video form with files that the user drops on a screen without a form. */
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
  /** Whether the address is already that of the form, even if another screen is still shown. */
  readonly isOnToolScreen: () => boolean
  /** Stores the files for the screen that is opening. */
  readonly queueForNext: OnFiles
}

/** Opens the image-to-video form with these files, as if the user had dropped them there. */
export function openInTool(files: DroppedFiles, { go, isOnToolScreen, queueForNext }: OpenDeps): void {
  if (!isOnToolScreen()) go(linkTo('imageToVideo'))
  queueForNext(files)
}

import { useEffect, useState } from 'react'
import { isPageDrag } from '../browser/transfer.ts'
import { type OnFiles, fileDrop } from './file-drop.ts'

/**
 * Receives files that are dropped or pasted anywhere on the page. Returns whether the user is dragging a file or a link over the
 * page.
 */
export function useFileDrop(onFiles: OnFiles): boolean {
  const [isHovering, setHovering] = useState(false)
  useEffect(() => fileDrop.receive(onFiles), [onFiles])
  useEffect(() => {
    const abortController = new AbortController()
    const listen = <Name extends keyof WindowEventMap>(name: Name, listener: (event: WindowEventMap[Name]) => void) =>
      addEventListener(name, listener, { signal: abortController.signal })
    listen('dragover', (event) => setHovering(isPictureDrag(event)))
    listen('dragleave', (event) => event.relatedTarget === null && setHovering(false))
    listen('drop', () => setHovering(false))
    return () => abortController.abort()
  }, [])
  return isHovering
}

/** Whether the user drags a file or a link. */
function isPictureDrag(event: DragEvent): boolean {
  const types = event.dataTransfer?.types ?? []
  return isPageDrag(event) && (types.includes('Files') || types.includes('text/uri-list'))
}

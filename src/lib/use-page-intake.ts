import { useEffect, useState } from 'react'
import type { FileTaker } from './create-intake.ts'
import { hasFiles } from './has-files.ts'
import { pageIntake } from './page-intake.ts'

/** Takes files dropped anywhere on the page or pasted anywhere into it. Returns whether a file hovers over the page. */
export function usePageIntake(onFiles: FileTaker): boolean {
  const [isHovering, setHovering] = useState(false)
  useEffect(() => pageIntake.open(onFiles), [onFiles])
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

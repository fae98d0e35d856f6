import { useEffect, useState } from 'react'

/** Takes the first file dropped anywhere on the page or pasted anywhere into it, and tells how many came with it. Returns whether a file hovers over the page. */
export function usePageIntake(onFile: (file: File, brought: number) => void): boolean {
  const [isHovering, setHovering] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const on = <Name extends keyof WindowEventMap>(name: Name, listener: (event: WindowEventMap[Name]) => void) =>
      addEventListener(name, listener, { signal: stop.signal })
    on('dragover', (event) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      setHovering(true)
    })
    on('dragleave', (event) => {
      if (event.relatedTarget === null) setHovering(false)
    })
    on('drop', (event) => {
      setHovering(false)
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      takeFirst(event.dataTransfer?.files, onFile)
    })
    on('paste', (event) => {
      if (takeFirst(event.clipboardData?.files, onFile)) event.preventDefault()
    })
    return () => stop.abort()
  }, [onFile])
  return isHovering
}

function hasFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') === true
}

function takeFirst(files: FileList | undefined, onFile: (file: File, brought: number) => void): boolean {
  const file = files?.[0]
  if (files === undefined || file === undefined) return false
  onFile(file, files.length)
  return true
}

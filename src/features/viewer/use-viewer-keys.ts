import type { RefObject } from 'react'
import { useEffect, useEffectEvent } from 'react'
import type { ViewerCommand } from './viewer-keys.ts'
import { focusUse, viewerCommand } from './viewer-keys.ts'

/** Hears keys wherever the focus is, unless another dialog lies over this one. */
export function useViewerKeys(layer: RefObject<HTMLDialogElement | null>, onCommand: (command: ViewerCommand) => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || [...document.querySelectorAll('dialog[open]')].at(-1) !== layer.current) return
    const { key, ctrlKey, metaKey, altKey } = event
    const command = viewerCommand({ key, hasModifier: ctrlKey || metaKey || altKey, focus: focusUse(document.activeElement) })
    if (command === undefined) return
    event.preventDefault()
    onCommand(command)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

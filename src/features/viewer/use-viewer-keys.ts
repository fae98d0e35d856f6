import type { RefObject } from 'react'
import { useEffectEvent, useLayoutEffect } from 'react'
import type { ViewerCommand } from './viewer-keys.ts'
import { isQuestionOpen } from '#src/ui/ask.ts'
import { focusUse, viewerCommand } from './viewer-keys.ts'

/** Hears keys wherever the focus is, unless another dialog lies over this one, or is on its way. */
export function useViewerKeys(layer: RefObject<HTMLDialogElement | null>, onCommand: (command: ViewerCommand) => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isQuestionOpen() || [...document.querySelectorAll('dialog[open]')].at(-1) !== layer.current) return
    const { key, repeat, ctrlKey, metaKey, altKey } = event
    const hasModifier = ctrlKey || metaKey || altKey
    const command = viewerCommand({ key, isRepeat: repeat, hasModifier, focus: focusUse(document.activeElement) })
    if (command === undefined) return
    event.preventDefault()
    onCommand(command)
  })
  // What is to be seen hears keys already: an effect after the drawing would lose the first one.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

import { useEffectEvent, useLayoutEffect, memo } from 'react'
import { isQuestionOpen } from '#src/design/ask.ts'
import { useText } from '#src/i18n/i18n.ts'
import keys from '#src/design/key.module.css'
import styles from './use-viewer-keys.module.css'
import { type ViewerCommand, VIEWER_KEYS, type PressedKey, viewerCommand } from './viewer-keys.ts'

/** Runs commands by key, wherever the focus is. Does nothing while another dialog is open or opening. */
export function useViewerKeys(layer: React.RefObject<HTMLDialogElement | null>, onCommand: (command: ViewerCommand) => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isQuestionOpen() || [...document.querySelectorAll('dialog[open]')].at(-1) !== layer.current) return
    const { key, repeat, ctrlKey, metaKey, altKey } = event
    const hasModifier = ctrlKey || metaKey || altKey
    const command = viewerCommand({ key, isRepeat: repeat, hasModifier, focus: keyUseOf(document.activeElement) })
    if (command === undefined) return
    event.preventDefault()
    onCommand(command)
  })
  // A layout effect: an effect after the paint would miss the first key.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

function keyUseOf(element: Element | null): PressedKey['focus'] {
  if (element?.matches('input[type="range"], input[type="radio"]') === true) return 'slider'
  if (element?.matches('input, textarea, select, [contenteditable]') === true) return 'text'
  return element?.matches('button, a, summary') === true ? 'button' : 'none'
}

/** A list of the viewer's keys. It is a native popover, so Escape and a press beside it close only the list. */
export const KeyList = memo(function KeyList({ list }: { readonly list: React.RefObject<HTMLElement | null> }) {
  const text = useText()
  const rows = [...Object.entries(VIEWER_KEYS), ['Escape', 'close'] as const]
  return (
    <section ref={list} popover="auto" className={styles['list']} aria-label={text('viewer.keys')} tabIndex={-1}>
      <dl>
        {rows.map(([key, command]) => (
          <div key={key} className={styles['row']}>
            <dt>{text(`viewer.does.${command}`)}</dt>
            <dd>
              <kbd className={keys['key']}>
                {key.length === 1 && key !== ' ' ? key.toUpperCase() : text(`viewer.key.${key.trim() || 'Space'}`)}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
})

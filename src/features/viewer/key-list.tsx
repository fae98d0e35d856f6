import type { ReactElement, RefObject } from 'react'
import { memo } from 'react'
import { useText } from '#src/lib/i18n.ts'
import styles from './key-list.module.css'
import { VIEWER_KEYS } from './viewer-keys.ts'

/** All keys of the viewer. A native popover: Escape and a press beside it close it, and only it. */
export const KeyList = memo(function KeyList({ list }: { readonly list: RefObject<HTMLElement | null> }): ReactElement {
  const text = useText()
  const rows = [...Object.entries(VIEWER_KEYS), ['Escape', 'close'] as const]
  return (
    <section ref={list} popover="auto" className={styles['list']} aria-label={text('viewer.keys')} tabIndex={-1}>
      <dl>
        {rows.map(([key, command]) => (
          <div key={key} className={styles['row']}>
            <dt>{text(`viewer.does.${command}`)}</dt>
            <dd>
              <kbd className={styles['key']}>
                {key.length === 1 && key !== ' ' ? key.toUpperCase() : text(`viewer.key.${key.trim() || 'Space'}`)}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
})

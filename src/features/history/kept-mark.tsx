import type { ReactElement } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { keptState } from '#src/lib/kept/kept-state.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './kept-mark.module.css'

/** Says of a video that it plays without a connection too. It lies over the picture, so nothing moves when it comes. */
export function KeptMark({ id }: { readonly id: string }): ReactElement | null {
  const text = useText()
  const isKept = useSnapshot(keptState).videos[id] !== undefined
  if (!isKept) return null
  return (
    <span className={styles['mark']}>
      <span className="visually-hidden">{text('history.kept')}</span>
      <Icon name="device" size="s" />
    </span>
  )
}

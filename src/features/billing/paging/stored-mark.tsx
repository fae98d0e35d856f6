import type { ReactElement } from 'react'
import { dateAndTime } from '#shared/domain/relative-time.ts'
import { useText } from '#src/lib/i18n.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './paged-list.module.css'

/** Says that what follows is this device's own copy, and of when. */
export function StoredMark({ toldAtMs }: { readonly toldAtMs: number }): ReactElement {
  const text = useText()
  return (
    <output className={styles['stored']}>
      <Icon name="cloudOff" size="s" />
      {text('billing.stored', { time: dateAndTime(toldAtMs) })}
    </output>
  )
}

import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { countRunning } from '#src/features/tasks/list-work.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import styles from './running-chip.module.css'

/** How many videos are under way; leads to them. */
export function RunningChip(): ReactElement | null {
  const text = useText()
  const count = countRunning(useSnapshot(hubState).work)
  if (count === 0) return null
  return (
    <Link href={linkTo('creations')} className={styles['chip']} aria-label={text('nav.running', { count })}>
      <Spinner />
      {count}
    </Link>
  )
}

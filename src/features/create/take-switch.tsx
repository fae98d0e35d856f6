import type { ReactElement } from 'react'
import { VIDEO_COUNTS } from '#shared/domain/generation-options.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Segmented } from '#src/ui/segmented.tsx'
import { createState } from './create-state.ts'
import styles from './take-switch.module.css'

function showTake(take: number): void {
  createState.take = take
}

/** Which video of several is sketched. */
export function TakeSwitch(): ReactElement | null {
  const text = useText()
  const { settings, take } = useSnapshot(createState)
  const takes = VIDEO_COUNTS.filter((count) => count <= settings.videoNum)
  if (takes.length < 2) return null
  return (
    <div className={styles['takes']}>
      <span className={styles['label']} aria-hidden="true">
        {text('sketch.takes')}
      </span>
      <Segmented
        label={text('sketch.takes')}
        isInline
        options={takes.map((number) => ({ value: number - 1, label: String(number) }))}
        value={Math.min(take, takes.length - 1)}
        onValue={showTake}
      />
    </div>
  )
}

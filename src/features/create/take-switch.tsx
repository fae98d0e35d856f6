import type { ReactElement } from 'react'
import { VIDEO_COUNTS } from '#shared/domain/generation-options.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Segmented } from '#src/ui/segmented.tsx'
import styles from './take-switch.module.css'
import { useComposer } from './use-composer.ts'

/** Which video of several is sketched. */
export function TakeSwitch(): ReactElement | null {
  const text = useText()
  const { state } = useComposer()
  const { settings, take } = useSnapshot(state)
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
        onValue={(number) => Object.assign(state, { take: number })}
      />
    </div>
  )
}

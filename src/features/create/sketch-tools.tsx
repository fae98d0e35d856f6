import type { ReactElement } from 'react'
import { VIDEO_COUNTS } from '#shared/domain/generation-options.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Button } from '#src/ui/button.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { changeSettings } from './create-actions.ts'
import { createState } from './create-state.ts'
import styles from './sketch-tools.module.css'
import { newSeed } from './take-seed.ts'

function showTake(take: number): void {
  createState.take = take
}

/** Which of the videos is sketched, and a way to another one of the same wish. */
export function SketchTools(): ReactElement {
  const text = useText()
  const { settings, take } = useSnapshot(createState)
  const takes = VIDEO_COUNTS.filter((count) => count <= settings.videoNum)
  return (
    <div className={styles['tools']}>
      <Button look="plain" icon="shuffle" onClick={() => changeSettings({ seed: newSeed() })}>
        {text('sketch.another')}
      </Button>
      {takes.length > 1 && (
        <div className={styles['takes']}>
          <Segmented
            label={text('sketch.takes')}
            isInline
            options={takes.map((number) => ({ value: number - 1, label: String(number) }))}
            value={Math.min(take, takes.length - 1)}
            onValue={showTake}
          />
        </div>
      )}
    </div>
  )
}

import type { ReactElement } from 'react'
import { formatNumber } from '#src/lib/format-number.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Range } from '#src/ui/range.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import styles from './viewer-controls.module.css'

interface CompareControlsProps {
  readonly cut: number
  readonly onCut: (cut: number) => void
  /** Which of the two pictures is compared; undefined where there is one. */
  readonly side: 'start' | 'end' | undefined
  readonly onSide: (side: 'start' | 'end') => void
  readonly onEnd: () => void
}

/** Moves the line by keys, by a drag, or to either end by a press. */
export function CompareControls({ cut, onCut, side, onSide, onEnd }: CompareControlsProps): ReactElement {
  const text = useText()
  const sides = (['start', 'end'] as const).map((value) => ({ value, label: text(`viewer.compare.${value}`) }))
  return (
    <div className={styles['controls']} data-compare>
      <Button look="plain" onClick={() => onCut(100)}>
        {text('viewer.source')}
      </Button>
      <Range
        label={text('viewer.compare.range')}
        value={cut}
        min={0}
        max={100}
        step={1}
        valueText={text('viewer.compare.value', { percent: formatNumber(cut) })}
        onValue={onCut}
      />
      <Button look="plain" onClick={() => onCut(0)}>
        {text('viewer.video')}
      </Button>
      {side !== undefined && <Segmented label={text('viewer.compare.which')} isInline options={sides} value={side} onValue={onSide} />}
      <IconButton icon="check" label={text('viewer.compare.done')} onClick={onEnd} />
    </div>
  )
}

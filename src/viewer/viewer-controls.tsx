import { formatElapsed, useText, formatNumber } from '#src/i18n/i18n.ts'
import { IconButton, Button } from '#src/design/button.tsx'
import { Range } from '#src/design/slider.tsx'
import { Segmented } from '#src/design/segmented.tsx'
import styles from './viewer-controls.module.css'
import type { Playback } from './use-playback.ts'

const SEEK_STEP_S = 0.01

interface ViewerControlsProps {
  readonly playback: Playback
  /** Starts the comparison; null if there is no picture to compare. */
  readonly onCompare: (() => void) | null
  /** Toggles fullscreen; null if the browser can't. */
  readonly onFullscreen: (() => void) | null
}

export function ViewerControls({ playback, onCompare, onFullscreen }: ViewerControlsProps) {
  const text = useText()
  const { isPlaying, isMuted, timeS, durationS } = playback
  const time = text('viewer.time', { time: formatElapsed(timeS * 1000), length: formatElapsed(durationS * 1000) })
  return (
    <div className={styles['controls']}>
      <IconButton icon={isPlaying ? 'pause' : 'play'} label={text(isPlaying ? 'viewer.pause' : 'viewer.play')} onClick={playback.turn} />
      <Range
        label={text('viewer.seek')}
        value={Math.min(timeS, durationS)}
        min={0}
        max={durationS}
        step={SEEK_STEP_S}
        valueText={time}
        disabled={durationS === 0}
        onValue={playback.seek}
      />
      <span className={styles['time']} aria-hidden="true">
        {time}
      </span>
      <IconButton icon={isMuted ? 'soundOff' : 'sound'} label={text('viewer.sound')} aria-pressed={!isMuted} onClick={playback.turnSound} />
      {onCompare !== null && <IconButton icon="flip" label={text('viewer.compare')} onClick={onCompare} />}
      {onFullscreen !== null && <IconButton icon="expand" label={text('viewer.fullscreen')} onClick={onFullscreen} />}
    </div>
  )
}

interface CompareControlsProps {
  readonly cut: number
  readonly onCut: (cut: number) => void
  /** Which of the two source pictures is compared; undefined if there is only one. */
  readonly side: 'start' | 'end' | undefined
  readonly onSide: (side: 'start' | 'end') => void
  readonly onEnd: () => void
}

/**
 * The controls of the comparison: a slider that moves its line, a button for each end of the line, the choice of the source picture, and
 * a button that ends the comparison.
 */
export function CompareControls({ cut, onCut, side, onSide, onEnd }: CompareControlsProps) {
  const text = useText()
  const sides = (['start', 'end'] as const).map((value) => ({ value, label: text(`viewer.compare.${value}`) }))
  return (
    <div className={styles['controls']} data-compare>
      <Button variant="plain" onClick={() => onCut(100)}>
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
      <Button variant="plain" onClick={() => onCut(0)}>
        {text('viewer.video')}
      </Button>
      {side !== undefined && <Segmented label={text('viewer.compare.which')} isInline options={sides} value={side} onValue={onSide} />}
      <IconButton icon="check" label={text('viewer.compare.done')} onClick={onEnd} />
    </div>
  )
}

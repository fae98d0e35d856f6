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
      <IconButton
        icon={isPlaying ? 'pause' : 'play'}
        label={text(isPlaying ? 'viewer.pause' : 'viewer.play')}
        onClick={playback.togglePlaying}
      />
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
      <IconButton
        icon={isMuted ? 'soundOff' : 'sound'}
        label={text('viewer.sound')}
        aria-pressed={!isMuted}
        onClick={playback.toggleSound}
      />
      {onCompare !== null && <IconButton icon="flip" label={text('viewer.compare')} onClick={onCompare} />}
      {onFullscreen !== null && <IconButton icon="expand" label={text('viewer.fullscreen')} onClick={onFullscreen} />}
    </div>
  )
}

interface CompareControlsProps {
  /** The position of the line between picture and video, in percent from the left. */
  readonly linePercent: number
  readonly onLineMove: (linePercent: number) => void
  /** Which of the two source pictures is compared; undefined if there is only one. */
  readonly sourceSide: 'start' | 'end' | undefined
  readonly onSourceSide: (sourceSide: 'start' | 'end') => void
  readonly onEnd: () => void
}

/**
 * The controls of the comparison: a slider that moves its line, a button for each end of the line, the choice of the source picture, and
 * a button that ends the comparison.
 */
export function CompareControls({ linePercent, onLineMove, sourceSide, onSourceSide, onEnd }: CompareControlsProps) {
  const text = useText()
  const sides = (['start', 'end'] as const).map((value) => ({ value, label: text(`viewer.compare.${value}`) }))
  return (
    <div className={styles['controls']} data-compare>
      <Button variant="plain" onClick={() => onLineMove(100)}>
        {text('viewer.source')}
      </Button>
      <Range
        label={text('viewer.compare.range')}
        value={linePercent}
        min={0}
        max={100}
        step={1}
        valueText={text('viewer.compare.value', { percent: formatNumber(linePercent) })}
        onValue={onLineMove}
      />
      <Button variant="plain" onClick={() => onLineMove(0)}>
        {text('viewer.video')}
      </Button>
      {sourceSide !== undefined && (
        <Segmented label={text('viewer.compare.which')} isInline options={sides} value={sourceSide} onValue={onSourceSide} />
      )}
      <IconButton icon="check" label={text('viewer.compare.done')} onClick={onEnd} />
    </div>
  )
}

import type { ReactElement } from 'react'
import type { Playback } from './use-playback.ts'
import { formatElapsed } from '#src/lib/format.ts'
import { useText } from '#src/lib/i18n.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Range } from '#src/ui/range.tsx'
import styles from './viewer-controls.module.css'

const SEEK_STEP_S = 0.01

interface ViewerControlsProps {
  readonly playback: Playback
  /** Null where there is nothing to compare with. */
  readonly onCompare: (() => void) | null
  /** Null where the browser can't. */
  readonly onFullscreen: (() => void) | null
}

export function ViewerControls({ playback, onCompare, onFullscreen }: ViewerControlsProps): ReactElement {
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

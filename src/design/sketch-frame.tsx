import { useText } from '#src/i18n/i18n.ts'
import { Icon } from './icon.tsx'
import styles from './sketch-frame.module.css'

interface SketchFrameProps {
  /** A ref callback for the element that will contain the canvas. */
  readonly host: (element: HTMLElement | null) => void
  /**
   * none: nothing is drawn, so the picture below is visible. playing: the sketch runs. still: one frame is drawn, and a press starts the
   * sketch. resting: a frame is drawn, and the sketch does not run.
   */
  readonly phase: 'none' | 'playing' | 'still' | 'resting'
  readonly isPictureShown: boolean
  /** The text of the label that marks the picture as a sketch. */
  readonly mark: string
  readonly onCompare: () => void
  readonly onPlay: () => void
  /** Shows another variation of the same request. Missing if there is none. */
  readonly onAnother?: () => void
  /** More controls over the sketch. */
  readonly children?: React.ReactNode
}

/** A sketch over a still picture of the same size. A press toggles between them. */
export function SketchFrame({ host, phase, isPictureShown, mark, onCompare, onPlay, onAnother, children }: SketchFrameProps) {
  const text = useText()
  const isDrawn = phase !== 'none'
  const isSketchShown = isDrawn && !isPictureShown
  return (
    <>
      <div ref={host} className={styles['host']} data-seen={isSketchShown || undefined} data-phase={phase} aria-hidden="true" />
      {isDrawn && (
        <>
          <button
            type="button"
            className={styles['cover']}
            aria-pressed={isPictureShown}
            aria-label={text('sketch.compare')}
            onClick={onCompare}
          />
          <span className={styles['mark']}>
            {isPictureShown ? (
              text('sketch.still')
            ) : (
              <>
                <span className={styles['long']}>{mark}</span>
                <span className={styles['short']}>{text('sketch.mark')}</span>
              </>
            )}
          </span>
        </>
      )}
      {isSketchShown && onAnother !== undefined && (
        <button
          type="button"
          className={styles['another']}
          aria-label={text('sketch.another')}
          title={text('sketch.another')}
          onClick={onAnother}
        >
          <Icon name="shuffle" />
        </button>
      )}
      {isSketchShown && children}
      {phase === 'still' && !isPictureShown && (
        <button type="button" className={styles['play']} aria-label={text('sketch.play')} onClick={onPlay}>
          <Icon name="play" />
        </button>
      )}
    </>
  )
}

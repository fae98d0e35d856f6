import { type Rect, type Size, MAX_RATIO, MIN_RATIO } from '#shared/domain/media-limits.ts'
import { useText } from '#src/i18n/i18n.ts'
import { useSnapshot } from '#src/store/state.ts'
import { Slider } from '#src/design/slider.tsx'
import styles from './cut-mover.module.css'
import type { PictureFacts } from './picture-slot-state.ts'
import { cutAt, cutRange, lostPercent, wholeSize } from './ratio-cut.ts'
import { useSlot } from './use-composer.ts'

const PERCENT = 100

interface CutMoverProps {
  readonly facts: PictureFacts
  readonly cut: Rect
  /** Content over the visible part. */
  readonly children: React.ReactNode
}

/** A picture that exceeds the ratio limits, in full. The visible part is highlighted, and a slider moves it. */
export function CutMover({ facts, cut, children }: CutMoverProps) {
  const text = useText()
  const slot = useSlot()
  const { whole: wholeUrl, movedTo } = useSnapshot(slot.state)
  const sourceSize = wholeSize(facts)
  const visiblePart = movedTo ?? cut
  const { axis, percent, step, steps } = cutRange(visiblePart, sourceSize)
  const lostPercentage = lostPercent(visiblePart, sourceSize)
  const ratio = sourceSize.width / sourceSize.height
  return (
    <div className={styles['cut']}>
      <div className={styles['frame']} style={{ aspectRatio: String(ratio), '--ratio': ratio } as React.CSSProperties}>
        {wholeUrl !== null && <img className={styles['whole']} src={wholeUrl} alt="" />}
        <div className={styles['retained']} data-alone={wholeUrl === null || undefined} style={positionStyle(visiblePart, sourceSize)}>
          <img src={facts.url} alt={text('create.pictureAlt', { name: facts.name })} />
          {children}
        </div>
      </div>
      <p className={styles['words']}>{text('create.cut', { lost: lostPercentage, min: MIN_RATIO, max: MAX_RATIO })}</p>
      <div className={styles['slider']}>
        <Slider
          label={text('create.cutWhich')}
          value={step}
          min={0}
          max={steps}
          step={1}
          valueText={text('create.cutAt', { percent })}
          startLabel={text(axis === 'x' ? 'create.cutLeft' : 'create.cutTop')}
          endLabel={text(axis === 'x' ? 'create.cutRight' : 'create.cutBottom')}
          onValue={(value) => slot.moveCut(cutAt(visiblePart, sourceSize, value))}
        />
      </div>
    </div>
  )
}

function positionStyle({ x, y, width, height }: Rect, sourceSize: Size) {
  return {
    left: `${(x / sourceSize.width) * PERCENT}%`,
    top: `${(y / sourceSize.height) * PERCENT}%`,
    width: `${(width / sourceSize.width) * PERCENT}%`,
    height: `${(height / sourceSize.height) * PERCENT}%`,
  }
}

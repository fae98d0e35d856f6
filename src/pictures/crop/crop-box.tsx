import type { CSSProperties, ReactElement } from 'react'
import type { Rect } from '#shared/domain/media-limits.ts'
import { CROP_CANVAS } from '#shared/domain/crop-rules.ts'
import styles from './crop-box.module.css'
import { CORNERS } from './stage-gestures.ts'

/** The crop box with the rest shaded, and a grip at each corner. `box` is in px of the crop canvas. */
export function CropBox({ box }: { readonly box: Rect }): ReactElement {
  const place = placeOf(box)
  return (
    <div aria-hidden="true">
      <div className={styles['shade']}>
        <div className={styles['hole']} style={place} />
      </div>
      <div className={styles['box']} style={place} data-grip="box">
        <span className={styles['thirds']} />
        {CORNERS.map((corner) => (
          <span key={corner} className={styles['mark']} data-corner={corner} />
        ))}
        {CORNERS.map((corner) => (
          <span key={corner} className={styles['grip']} data-corner={corner} data-grip={corner} />
        ))}
      </div>
    </div>
  )
}

function placeOf({ x, y, width, height }: Rect): CSSProperties {
  const across = (px: number) => `${(px / CROP_CANVAS.width) * 100}%`
  const down = (px: number) => `${(px / CROP_CANVAS.height) * 100}%`
  return { left: across(x), top: down(y), width: across(width), height: down(height) }
}

import type { CropEdit } from './use-crop-editor.ts'
import { type ReactNode, type CSSProperties, useId, useLayoutEffect, useRef } from 'react'
import { type CropState, pictureRect } from '#shared/domain/crop-geometry.ts'
import { CROP_CANVAS } from '#shared/domain/crop-rules.ts'
import styles from './crop-stage.module.css'
import { drawPicture, useElementSize } from './crop-preview.tsx'
import { useStageGestures } from './use-stage-gestures.ts'
import type { Rect } from '#shared/domain/media-limits.ts'
import cropBoxStyles from './crop-box.module.css'
import { CORNERS } from './stage-gestures.ts'

interface CropStageProps {
  readonly image: ImageBitmap | null
  readonly state: CropState | null
  readonly label: string
  readonly keysHint: string
  readonly edit: (edit: CropEdit) => void
  readonly onHeld: (isHeld: boolean) => void
  /** The placeholder without a picture. */
  readonly children: ReactNode
}

/** The picture with the box over it, for pointers; the dialog handles the keys. */
export function CropStage({ image, state, label, keysHint, edit, onHeld, children }: CropStageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const hintId = useId()
  const surface = useElementSize(stage)
  const handlers = useStageGestures(stage, state, edit, onHeld)
  useLayoutEffect(() => {
    if (canvas.current === null || image === null || state === null || surface === null) return
    const scale = surface.width / CROP_CANVAS.width
    const { x, y, ...size } = pictureRect(state)
    const place = { x: x * scale, y: y * scale, width: size.width * scale, height: size.height * scale }
    drawPicture(canvas.current, surface, image, state.turn, place)
  }, [image, state, surface])
  return (
    <div className={styles['frame']}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a surface of its own, which no tag is made for */}
      <div
        ref={stage}
        className={styles['stage']}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys of a screen reader would take the arrows otherwise
        tabIndex={0}
        aria-label={label}
        aria-describedby={hintId}
        {...handlers}
      >
        <canvas ref={canvas} className={styles['canvas']} aria-hidden="true" />
        {state === null ? children : <CropBox box={state.box} />}
      </div>
      <p id={hintId} className="visually-hidden">
        {keysHint}
      </p>
    </div>
  )
}

/** The crop box with the rest shaded, and a grip at each corner. `box` is in px of the crop canvas. */
function CropBox({ box }: { readonly box: Rect }) {
  const place = placeOf(box)
  return (
    <div aria-hidden="true">
      <div className={cropBoxStyles['shade']}>
        <div className={cropBoxStyles['hole']} style={place} />
      </div>
      <div className={cropBoxStyles['box']} style={place} data-grip="box">
        <span className={cropBoxStyles['thirds']} />
        {CORNERS.map((corner) => (
          <span key={corner} className={cropBoxStyles['mark']} data-corner={corner} />
        ))}
        {CORNERS.map((corner) => (
          <span key={corner} className={cropBoxStyles['grip']} data-corner={corner} data-grip={corner} />
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

import type { CropEdit } from './use-crop-editor.ts'
import { type ReactElement, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { type CropState, pictureRect } from '#shared/domain/crop-geometry.ts'
import { CROP_CANVAS } from '#shared/domain/crop-rules.ts'
import { CropBox } from './crop-box.tsx'
import styles from './crop-stage.module.css'
import { drawPicture, useElementSize } from './crop-preview.tsx'
import { useStageGestures } from './use-stage-gestures.ts'

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
export function CropStage({ image, state, label, keysHint, edit, onHeld, children }: CropStageProps): ReactElement {
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

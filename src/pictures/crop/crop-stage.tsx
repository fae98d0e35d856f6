import { useId, useLayoutEffect, useRef, useEffect, useState } from 'react'
import { type CropState, pictureRect, toPart } from '#shared/domain/crop-geometry.ts'
import { type Turn, CROP_CANVAS, turnedSize, isSideways } from '#shared/domain/crop-rules.ts'
import { type Rect, type Size, withinCanvas } from '#shared/domain/media-limits.ts'
import type { CropEdit } from './use-crop-editor.ts'
import styles from './crop-stage.module.css'
import { useStageGestures } from './use-stage-gestures.ts'
import cropBoxStyles from './crop-box.module.css'
import { CORNERS } from './stage-gestures.ts'

interface CropStageProps {
  readonly image: ImageBitmap | null
  readonly state: CropState | null
  readonly label: string
  readonly keysHint: string
  readonly edit: (edit: CropEdit) => void
  readonly onMovingChange: (isMoving: boolean) => void
  /** Shown instead of the picture while there is none. */
  readonly children: React.ReactNode
}

/** The picture with the box over it, operated by pointers. The dialog handles the keys. */
export function CropStage({ image, state, label, keysHint, edit, onMovingChange, children }: CropStageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const hintId = useId()
  const stageSize = useElementSize(stage)
  const handlers = useStageGestures(stage, state, edit, onMovingChange)
  useLayoutEffect(() => {
    if (canvas.current === null || image === null || state === null || stageSize === null) return
    const scale = stageSize.width / CROP_CANVAS.width
    const { x, y, ...size } = pictureRect(state)
    const target = { x: x * scale, y: y * scale, width: size.width * scale, height: size.height * scale }
    drawPicture(canvas.current, stageSize, image, state.turn, target)
  }, [image, state, stageSize])
  return (
    <div className={styles['frame']}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no HTML element exists for a custom drag surface */}
      <div
        ref={stage}
        className={styles['stage']}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without focus, a screen reader would use the arrow keys itself
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

/** The box over the picture: a grip at each corner, and a shade around it. `box` is in px of the crop canvas. */
function CropBox({ box }: { readonly box: Rect }) {
  const position = positionStyle(box)
  return (
    <div aria-hidden="true">
      <div className={cropBoxStyles['shade']}>
        <div className={cropBoxStyles['hole']} style={position} />
      </div>
      <div className={cropBoxStyles['box']} style={position} data-grip="box">
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

function positionStyle({ x, y, width, height }: Rect): React.CSSProperties {
  const toPercentX = (px: number) => `${(px / CROP_CANVAS.width) * 100}%`
  const toPercentY = (px: number) => `${(px / CROP_CANVAS.height) * 100}%`
  return { left: toPercentX(x), top: toPercentY(y), width: toPercentX(width), height: toPercentY(height) }
}

interface CropPreviewProps {
  readonly title: string
  readonly image: ImageBitmap | null
  readonly state: CropState | null
}

export function CropPreview({ title, image, state }: CropPreviewProps) {
  const surface = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const titleId = useId()
  const surfaceSize = useElementSize(surface)
  useLayoutEffect(() => {
    if (canvas.current === null || image === null || state === null || surfaceSize === null) return
    const part = toPart(state)
    const scale = Math.min(surfaceSize.width / part.width, surfaceSize.height / part.height)
    const pictureSize = turnedSize(state.source, state.turn)
    const target = { x: -part.x * scale, y: -part.y * scale, width: pictureSize.width * scale, height: pictureSize.height * scale }
    const size = { width: part.width * scale, height: part.height * scale }
    Object.assign(canvas.current.style, { width: `${size.width}px`, height: `${size.height}px` })
    drawPicture(canvas.current, size, image, state.turn, target)
  }, [image, state, surfaceSize])
  return (
    <section className={styles['preview']} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles['title']}>
        {title}
      </h3>
      <div ref={surface} className={styles['surface']}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a canvas draws the picture */}
        <canvas ref={canvas} hidden={state === null} role="img" aria-labelledby={titleId} />
      </div>
    </section>
  )
}

/** The inner size of an element in CSS px, updated when it changes; null before it is known. */
function useElementSize(element: React.RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      setSize(width > 0 && height > 0 ? { width, height } : null)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return size
}

const QUARTER_RADIANS = Math.PI / 2

/** Draws a rotated picture into the rectangle `target`. All sizes are in CSS px; the canvas has the screen's resolution. */
export function drawPicture(canvas: HTMLCanvasElement, size: Size, image: ImageBitmap, turn: Turn, target: Rect): void {
  const wantedSize = {
    width: Math.max(1, Math.round(size.width * devicePixelRatio)),
    height: Math.max(1, Math.round(size.height * devicePixelRatio)),
  }
  const { width, height } = withinCanvas(wantedSize)
  const pixelRatio = devicePixelRatio * (width / wantedSize.width)
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return
  const [drawnWidth, drawnHeight] = isSideways(turn) ? [target.height, target.width] : [target.width, target.height]
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  context.clearRect(0, 0, size.width, size.height)
  context.imageSmoothingQuality = 'high'
  context.translate(target.x + target.width / 2, target.y + target.height / 2)
  context.rotate(turn.quarters * QUARTER_RADIANS)
  if (turn.isMirrored) context.scale(-1, 1)
  context.drawImage(image, -drawnWidth / 2, -drawnHeight / 2, drawnWidth, drawnHeight)
}

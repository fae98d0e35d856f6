import { type RefObject, useId, useLayoutEffect, useRef, useEffect, useState } from 'react'
import { type CropState, toPart } from '#shared/domain/crop-geometry.ts'
import { type Turn, turnedSize, isSideways } from '#shared/domain/crop-rules.ts'
import { type Size, type Rect, withinCanvas } from '#shared/domain/media-limits.ts'
import styles from './crop-preview.module.css'

interface CropPreviewProps {
  readonly title: string
  readonly image: ImageBitmap | null
  readonly state: CropState | null
}

/** A preview of the cropped result. */
export function CropPreview({ title, image, state }: CropPreviewProps) {
  const surface = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const titleId = useId()
  const room = useElementSize(surface)
  useLayoutEffect(() => {
    if (canvas.current === null || image === null || state === null || room === null) return
    const part = toPart(state)
    const scale = Math.min(room.width / part.width, room.height / part.height)
    const whole = turnedSize(state.source, state.turn)
    const place = { x: -part.x * scale, y: -part.y * scale, width: whole.width * scale, height: whole.height * scale }
    const size = { width: part.width * scale, height: part.height * scale }
    Object.assign(canvas.current.style, { width: `${size.width}px`, height: `${size.height}px` })
    drawPicture(canvas.current, size, image, state.turn, place)
  }, [image, state, room])
  return (
    <section className={styles['preview']} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles['title']}>
        {title}
      </h3>
      <div ref={surface} className={styles['surface']}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a canvas shows it */}
        <canvas ref={canvas} hidden={state === null} role="img" aria-labelledby={titleId} />
      </div>
    </section>
  )
}

/** The inner size of an element in CSS px, followed as it changes; null before it is known. */
export function useElementSize(element: RefObject<HTMLElement | null>): Size | null {
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

/** Draws a turned picture so that it fills `place`; all in CSS px. The canvas has the screen's resolution. */
export function drawPicture(canvas: HTMLCanvasElement, size: Size, image: ImageBitmap, turn: Turn, place: Rect): void {
  const asked = {
    width: Math.max(1, Math.round(size.width * devicePixelRatio)),
    height: Math.max(1, Math.round(size.height * devicePixelRatio)),
  }
  const { width, height } = withinCanvas(asked)
  const density = devicePixelRatio * (width / asked.width)
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return
  const [across, down] = isSideways(turn) ? [place.height, place.width] : [place.width, place.height]
  context.setTransform(density, 0, 0, density, 0, 0)
  context.clearRect(0, 0, size.width, size.height)
  context.imageSmoothingQuality = 'high'
  context.translate(place.x + place.width / 2, place.y + place.height / 2)
  context.rotate(turn.quarters * QUARTER_RADIANS)
  if (turn.isMirrored) context.scale(-1, 1)
  context.drawImage(image, -across / 2, -down / 2, across, down)
}

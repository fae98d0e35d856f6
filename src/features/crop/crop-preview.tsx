import type { ReactElement } from 'react'
import type { CropState } from '#shared/domain/crop-geometry.ts'
import { useId, useLayoutEffect, useRef } from 'react'
import { toPart } from '#shared/domain/crop-geometry.ts'
import { turnedSize } from '#shared/domain/turn.ts'
import styles from './crop-preview.module.css'
import { drawPicture } from './draw-picture.ts'
import { useElementSize } from './use-element-size.ts'

interface CropPreviewProps {
  readonly title: string
  readonly image: ImageBitmap | null
  readonly state: CropState | null
}

/** What will be left, alone. */
export function CropPreview({ title, image, state }: CropPreviewProps): ReactElement {
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

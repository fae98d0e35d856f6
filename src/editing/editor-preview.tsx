import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ratioPart, timecode } from '#shared/domain/editing-rules.ts'
import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import { IconButton } from '#src/design/button.tsx'
import { Range } from '#src/design/slider.tsx'
import { useText } from '#src/i18n/i18n.ts'
import { playAlone } from '#src/browser/only-player.ts'
import styles from './editor-dialog.module.css'
import type { Editor, EditorSource } from './use-editor.ts'

interface EditorPreviewProps {
  readonly editor: Editor
  readonly source: EditorSource
}

/** Plays the trimmed part of the video in a loop. Shows which part of the picture the crop retains, and lets the user drag this part. */
export function EditorPreview({ editor, source: { facts, url } }: EditorPreviewProps) {
  const text = useText()
  const video = useRef<HTMLVideoElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const { choice, change } = editor
  const { trim, frame, ratio, cropAt } = choice
  const part = ratioPart(facts, ratio, cropAt)
  const isMovable = part.width < facts.width || part.height < facts.height
  const showFrame = (frameIndex: number) => {
    video.current?.pause()
    change({ frame: frameIndex })
  }
  useEffect(() => {
    const element = video.current
    if (element !== null && element.paused) element.currentTime = (frame + 0.5) / FRAMES_PER_SECOND
  }, [frame])
  const followPlayback = useEffectEvent((timeS: number) => {
    const frameIndex = Math.floor(timeS * FRAMES_PER_SECOND)
    if (frameIndex >= trim.from && frameIndex < trim.to) change({ frame: frameIndex })
    else if (video.current !== null) video.current.currentTime = (trim.from + 0.5) / FRAMES_PER_SECOND
  })
  useEffect(() => {
    if (!isPlaying) return undefined
    let frameRequest = requestAnimationFrame(function step() {
      if (video.current !== null) followPlayback(video.current.currentTime)
      frameRequest = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frameRequest)
  }, [isPlaying])
  const togglePlayback = () => {
    const element = video.current
    if (element === null) return
    if (!element.paused) return element.pause()
    playAlone(() => element.pause())
    void element.play().catch(() => undefined)
  }
  const moveCrop = ({ currentTarget, clientX, clientY }: React.PointerEvent<HTMLElement>) => {
    const rect = currentTarget.getBoundingClientRect()
    const isHorizontal = part.width < facts.width
    const visibleShare = isHorizontal ? part.width / facts.width : part.height / facts.height
    const pointerShare = isHorizontal ? (clientX - rect.left) / rect.width : (clientY - rect.top) / rect.height
    if (visibleShare < 1) change({ cropAt: Math.max(0, Math.min(1, (pointerShare - visibleShare / 2) / (1 - visibleShare))) })
  }
  const percent = (px: number, total: number) => `${(px / total) * 100}%`
  return (
    <>
      <div
        className={styles['frame']}
        style={{ '--ratio': String(facts.width / facts.height) } as React.CSSProperties}
        data-movable={isMovable || undefined}
        onPointerDown={(event) => {
          if (!isMovable) return
          event.currentTarget.setPointerCapture(event.pointerId)
          moveCrop(event)
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && moveCrop(event)}
      >
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- made from a still picture */}
        <video
          ref={video}
          className={styles['source']}
          src={url}
          playsInline
          loop
          preload="auto"
          muted={choice.sound !== 'own'}
          aria-label={text('editing.preview')}
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
        />
        {ratio !== 'own' && (
          <div className={styles['shade']} aria-hidden="true">
            <div
              className={styles['part']}
              style={{
                left: percent(part.x, facts.width),
                top: percent(part.y, facts.height),
                width: percent(part.width, facts.width),
                height: percent(part.height, facts.height),
              }}
            />
          </div>
        )}
      </div>
      <div className={styles['transport']}>
        <IconButton
          icon={isPlaying ? 'pause' : 'play'}
          label={text(isPlaying ? 'editing.pause' : 'editing.play')}
          onClick={togglePlayback}
        />
        <Range
          label={text('editing.position')}
          value={Math.max(trim.from, Math.min(trim.to - 1, frame))}
          min={trim.from}
          max={trim.to - 1}
          step={1}
          valueText={timecode(frame)}
          onValue={showFrame}
        />
        <output className={styles['time']}>{timecode(frame)}</output>
      </div>
    </>
  )
}

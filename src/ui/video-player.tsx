import type { ReactElement } from 'react'
import { MediaBox } from './media-box.tsx'

interface VideoPlayerProps {
  readonly src: string
  readonly poster: string | null
  readonly width: number
  readonly height: number
  readonly label: string
}

/** A video in a box of its own ratio; loads nothing but its poster until it is played. */
export function VideoPlayer({ src, poster, width, height, label }: VideoPlayerProps): ReactElement {
  return (
    <MediaBox width={width} height={height}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- made from a still picture, there is nothing to hear */}
      <video
        src={src}
        {...(poster === null ? { preload: 'metadata' } : { poster, preload: 'none' })}
        controls
        playsInline
        loop
        aria-label={label}
      />
    </MediaBox>
  )
}

import { useEffect, useRef } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { usePosterSources } from '#src/browser/saves-data.ts'
import { playAlone } from '#src/browser/only-player.ts'
import { SilentVideo, useVideoSource } from '#src/design/tile-video.tsx'
import { Link, linkTo, useLocation } from '#src/routing/routes.ts'
import { startTemplate } from '#src/gallery/start-template.ts'
import { useText } from '#src/i18n/i18n.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { Button } from '#src/design/button.tsx'
import styles from './sample-slide.module.css'
import { closeAdvertisement } from './advertisement-state.ts'

interface SampleSlideProps {
  readonly sample: Template
  readonly label: string
  readonly isShown: boolean
  readonly isPlaying: boolean
}

/**
 * A sample at its own ratio, as large as possible. It shows the still picture first, and the video while it is the current sample.
 */
export function SampleSlide({ sample, label, isShown, isPlaying }: SampleSlideProps) {
  const posterSources = usePosterSources()
  const { firstImageUrl, movieUrl, width, height } = sample
  return (
    <li className={styles['slide']} aria-label={label} aria-hidden={!isShown || undefined}>
      <div className={styles['frame']} data-shown={isShown || undefined} style={{ '--ratio': width / height } as React.CSSProperties}>
        <img src={firstImageUrl} srcSet={posterSources(sample)} sizes="90vw" width={width} height={height} draggable={false} alt="" />
        {isShown && movieUrl !== null && <SampleVideo key={movieUrl} src={movieUrl} isPlaying={isPlaying} />}
      </div>
    </li>
  )
}

interface SampleVideoProps {
  readonly src: string
  readonly isPlaying: boolean
}

/** A muted video over its still picture, visible from its first frame on. While paused, it stays at its frame. */
function SampleVideo({ src, isPlaying }: SampleVideoProps) {
  const ref = useRef<HTMLVideoElement>(null)
  useVideoSource(ref, src)
  useEffect(() => {
    const video = ref.current
    if (video === null || !isPlaying) return
    const release = playAlone(() => video.pause())
    void video.play().catch(() => undefined)
    return () => {
      video.pause()
      release()
    }
  }, [isPlaying])
  return <SilentVideo ref={ref} preload="metadata" />
}

/** The links of the advertisement: to make any video, or the shown sample with the user's own picture. */
export function SampleActions({ sample }: { readonly sample: Template | undefined }) {
  const text = useText()
  const [, go] = useLocation()
  const startFromSample = (template: Template) => {
    closeAdvertisement()
    startTemplate(template, 'advertisement', go)
  }
  return (
    <div className={styles['actions']}>
      <Link href={linkTo('home')} className={buttonClass('primary', 'l')} onClick={closeAdvertisement}>
        {text('advertisement.make')}
      </Link>
      {sample !== undefined && (
        <Button size="l" onClick={() => startFromSample(sample)}>
          {text(sample.bizType === 'TEMPLATE' ? 'advertisement.useEffect' : 'advertisement.useRecipe')}
        </Button>
      )}
    </div>
  )
}

import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useRef, useState, useCallback } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { AD_AUTOPLAY_MS, AD_SAMPLES, CAROUSEL_AUTOPLAY_MS } from '#shared/domain/advertisement-rules.ts'
import { useText } from '#src/i18n/i18n.ts'
import { usePosterSources } from '#src/browser/saves-data.ts'
import { useMotionAllowed, useReducedMotion } from '#src/browser/reduced-motion.ts'
import { IconButton } from '#src/design/button.tsx'
import { useDesignTexts } from '#src/design/design-texts.ts'
import styles from './sample-carousel.module.css'
import { SampleActions, SampleSlide } from './sample-slide.tsx'

/** The samples to show: the first items with a video, then items without one. */
export function chooseSamples(items: readonly Template[]): readonly Template[] {
  const isMade = ({ movieUrl }: Template) => movieUrl !== null
  return [...items.filter(isMade), ...items.filter((item) => !isMade(item))].slice(0, AD_SAMPLES)
}

/** The carousel of sample videos. With reduced motion, it plays only when the user starts it. */
export function SampleCarousel({ samples }: { readonly samples: readonly Template[] }) {
  const text = useText()
  const ref = useRef<HTMLElement>(null)
  const isMotionAllowed = useMotionAllowed()
  const [playChoice, setPlayChoice] = useState<boolean | null>(null)
  const { isPaused, pauseHandlers } = usePause()
  const isPlaying = playChoice ?? isMotionAllowed
  const isRunning = isPlaying && !isPaused
  const { viewport, selectedIndex, showSlide, step } = useCarousel({ isRunning, autoplayMs: AD_AUTOPLAY_MS })
  const sample = samples[selectedIndex]
  const posterSources = usePosterSources()
  useEffect(() => {
    // If an element around the carousel, such as the dialog, has the focus, the carousel gets the focus, so that the arrow keys work at
    // once.
    if (document.activeElement?.contains(ref.current) === true) ref.current?.focus({ preventScroll: true })
  }, [])
  const stepByKey = ({ key }: React.KeyboardEvent) => {
    const by = stepOfKey(key, pageDirection())
    if (by !== undefined) step(by)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys work from every button inside
    <section
      ref={ref}
      tabIndex={-1}
      className={styles['reel']}
      aria-roledescription="carousel"
      aria-label={text('advertisement.samples')}
      onKeyDown={stepByKey}
    >
      {sample !== undefined && <img key={sample.id} className={styles['light']} srcSet={posterSources(sample)} sizes="1px" alt="" />}
      <div ref={viewport} className={styles['viewport']}>
        <ul className={styles['slides']}>
          {samples.map((each, index) => (
            <SampleSlide
              key={each.id}
              sample={each}
              label={text('advertisement.position', { name: each.templateName, place: index + 1, total: samples.length })}
              isShown={index === selectedIndex}
              isPlaying={isPlaying}
            />
          ))}
        </ul>
      </div>
      <div className={styles['panel']} {...pauseHandlers}>
        {sample !== undefined && <SampleWords sample={sample} isAnnounced={!isRunning} />}
        <CarouselControls
          samples={samples}
          selectedIndex={selectedIndex}
          isPlaying={isPlaying}
          onPlay={setPlayChoice}
          onShow={showSlide}
          onStep={step}
        />
        <SampleActions sample={sample} />
      </div>
    </section>
  )
}

interface CarouselPause {
  readonly isPaused: boolean
  readonly pauseHandlers: {
    readonly onPointerEnter: (event: React.PointerEvent) => void
    readonly onPointerLeave: () => void
    readonly onFocus: (event: React.FocusEvent) => void
    readonly onBlur: (event: React.FocusEvent) => void
  }
}

/** Whether the carousel is paused: the mouse pointer is over its panel, or the panel has the keyboard focus. */
function usePause(): CarouselPause {
  const [isPointerOver, setPointerOver] = useState(false)
  const [isFocused, setFocused] = useState(false)
  return {
    isPaused: isPointerOver || isFocused,
    pauseHandlers: {
      onPointerEnter: ({ pointerType }) => setPointerOver(pointerType === 'mouse'),
      onPointerLeave: () => setPointerOver(false),
      onFocus: ({ target }) => setFocused(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false)
      },
    },
  }
}

interface SampleWordsProps {
  readonly sample: Template
  /** Whether screen readers announce a changed sample. During automatic play they do not. */
  readonly isAnnounced: boolean
}

function SampleWords({ sample, isAnnounced }: SampleWordsProps) {
  return (
    <div className={styles['words']} aria-live={isAnnounced ? 'polite' : 'off'}>
      <p key={sample.id} className={styles['name']}>
        {sample.templateName}
      </p>
      <p key={`${sample.id} words`} className={styles['prompt']}>
        {sample.prompt}
      </p>
    </div>
  )
}

interface CarouselControlsProps {
  readonly samples: readonly Template[]
  readonly selectedIndex: number
  readonly isPlaying: boolean
  readonly onPlay: (isPlaying: boolean) => void
  readonly onShow: (index: number) => void
  readonly onStep: (by: 1 | -1) => void
}

/** Buttons for play or pause, previous, next, and each sample by name. */
function CarouselControls({ samples, selectedIndex, isPlaying, onPlay, onShow, onStep }: CarouselControlsProps) {
  const text = useText()
  const designTexts = useDesignTexts()
  return (
    <div className={styles['controls']}>
      <IconButton
        icon={isPlaying ? 'pause' : 'play'}
        label={text(isPlaying ? 'advertisement.pause' : 'advertisement.play')}
        onClick={() => onPlay(!isPlaying)}
      />
      <IconButton
        icon="left"
        label={designTexts?.text('carousel.prev') ?? text('advertisement.previous')}
        lang={designTexts?.language}
        onClick={() => onStep(-1)}
      />
      <ul className={styles['dots']} aria-label={designTexts?.text('carousel.dots')} lang={designTexts?.language}>
        {samples.map(({ id, templateName: name }, index) => (
          <li key={id}>
            <button
              type="button"
              className={styles['dot']}
              aria-label={
                designTexts?.text('carousel.goto', { slide: index + 1 }) ??
                text('advertisement.show', { name, place: index + 1, total: samples.length })
              }
              aria-current={index === selectedIndex || undefined}
              onClick={() => onShow(index)}
            />
          </li>
        ))}
      </ul>
      <IconButton
        icon="arrow"
        label={designTexts?.text('carousel.next') ?? text('advertisement.next')}
        lang={designTexts?.language}
        onClick={() => onStep(1)}
      />
    </div>
  )
}

/** The step of an arrow key: 1 to the next slide, -1 to the previous one, by the page's direction; undefined for any other key. */
export function stepOfKey(key: string, direction: PageDirection): 1 | -1 | undefined {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  return (key === 'ArrowRight') === (direction === 'ltr') ? 1 : -1
}

type PageDirection = 'ltr' | 'rtl'

function pageDirection(): PageDirection {
  return document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'
}

interface CarouselOptions {
  readonly isRunning: boolean
  readonly autoplayMs?: number
}

interface Carousel {
  readonly viewport: (element: HTMLElement | null) => void
  readonly selectedIndex: number
  readonly showSlide: (index: number) => void
  readonly step: (by: 1 | -1) => void
}

/** An endless carousel, moved by touch, by its functions and by a timer. After any move, the slide is shown for the full time. */
function useCarousel({ isRunning, autoplayMs = CAROUSEL_AUTOPLAY_MS }: CarouselOptions): Carousel {
  const isReduced = useReducedMotion()
  const [plugins] = useState(() => [Autoplay({ delay: autoplayMs, playOnInit: false, stopOnFocusIn: false })])
  const [viewport, embla] = useEmblaCarousel({ loop: true, direction: pageDirection() }, plugins)
  const [selectedIndex, setSelectedIndex] = useState(0)

  useEffect(() => {
    if (embla === undefined) return
    const updateSelected = () => setSelectedIndex(embla.selectedScrollSnap())
    embla.on('select', updateSelected).on('reInit', updateSelected)
    return () => void embla.off('select', updateSelected).off('reInit', updateSelected)
  }, [embla])

  useEffect(() => {
    if (embla === undefined || !isRunning) return
    const resumeAutoplay = () => embla.plugins().autoplay.play(isReduced)
    resumeAutoplay()
    embla.on('select', resumeAutoplay).on('pointerUp', resumeAutoplay).on('reInit', resumeAutoplay)
    return () => {
      embla.off('select', resumeAutoplay).off('pointerUp', resumeAutoplay).off('reInit', resumeAutoplay)
      embla.plugins().autoplay.stop()
    }
  }, [embla, isRunning, isReduced])

  const showSlide = useCallback((index: number) => embla?.scrollTo(index, isReduced), [embla, isReduced])
  const step = useCallback((by: 1 | -1) => (by === 1 ? embla?.scrollNext(isReduced) : embla?.scrollPrev(isReduced)), [embla, isReduced])
  return { viewport, selectedIndex, showSlide, step }
}

import type { FocusEvent, KeyboardEvent, PointerEvent, ReactElement } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { useEffect, useRef, useState } from 'react'
import { AD_AUTOPLAY_MS } from '#shared/domain/advertisement-rules.ts'
import { posterSources } from '#shared/domain/poster-sources.ts'
import { useText } from '#src/lib/i18n.ts'
import { pageDirection } from '#src/lib/page-direction.ts'
import { useMotionAllowed } from '#src/lib/use-motion-allowed.ts'
import { ReelControls } from './reel-controls.tsx'
import { SampleActions } from './sample-actions.tsx'
import styles from './sample-reel.module.css'
import { SampleSlide } from './sample-slide.tsx'
import { stepOfKey } from './step-of-key.ts'
import { useCarousel } from './use-carousel.ts'

/** The samples one after the other. Where motion is not wanted they stand still until somebody starts them. */
export function SampleReel({ samples }: { readonly samples: readonly Template[] }): ReactElement {
  const text = useText()
  const ref = useRef<HTMLElement>(null)
  const isAllowed = useMotionAllowed()
  const [choice, setChoice] = useState<boolean | null>(null)
  const { isHeld, holdHandlers } = useHeld()
  const isPlaying = choice ?? isAllowed
  const isRunning = isPlaying && !isHeld
  const { viewport, selected, show, step } = useCarousel({ isRunning, autoplayMs: AD_AUTOPLAY_MS })
  const sample = samples[selected]
  useEffect(() => {
    // The keys work from the start on; whoever is at a button already stays there.
    if (document.activeElement?.contains(ref.current) === true) ref.current?.focus({ preventScroll: true })
  }, [])
  const stepByKey = ({ key }: KeyboardEvent) => {
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
              label={text('advertisement.place', { name: each.templateName, place: index + 1, total: samples.length })}
              isShown={index === selected}
              isPlaying={isPlaying}
            />
          ))}
        </ul>
      </div>
      <div className={styles['panel']} {...holdHandlers}>
        {sample !== undefined && <SampleWords sample={sample} isTold={!isRunning} />}
        <ReelControls samples={samples} selected={selected} isPlaying={isPlaying} onPlay={setChoice} onShow={show} onStep={step} />
        <SampleActions sample={sample} />
      </div>
    </section>
  )
}

interface Holding {
  readonly isHeld: boolean
  readonly holdHandlers: {
    readonly onPointerEnter: (event: PointerEvent) => void
    readonly onPointerLeave: () => void
    readonly onFocus: (event: FocusEvent) => void
    readonly onBlur: (event: FocusEvent) => void
  }
}

/** Whether a mouse is over a place, or the keyboard in it: what somebody reads or aims at must not move away. */
function useHeld(): Holding {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  return {
    isHeld: isPointed || isFocused,
    holdHandlers: {
      onPointerEnter: ({ pointerType }) => setPointed(pointerType === 'mouse'),
      onPointerLeave: () => setPointed(false),
      onFocus: ({ target }) => setFocused(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false)
      },
    },
  }
}

interface SampleWordsProps {
  readonly sample: Template
  /** Whether a change is told: not while samples change by themselves. */
  readonly isTold: boolean
}

/** What the shown sample is called, and the words it was made with. */
function SampleWords({ sample, isTold }: SampleWordsProps): ReactElement {
  return (
    <div className={styles['words']} aria-live={isTold ? 'polite' : 'off'}>
      <p key={sample.id} className={styles['name']}>
        {sample.templateName}
      </p>
      <p key={`${sample.id} words`} className={styles['prompt']}>
        {sample.prompt}
      </p>
    </div>
  )
}

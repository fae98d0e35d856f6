import { useCallback, useEffect, useState } from 'react'
import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { CAROUSEL_AUTOPLAY_MS } from '#shared/domain/advertisement-rules.ts'
import { pageDirection } from '#src/lib/page-direction.ts'
import { useReducedMotion } from '#src/lib/use-reduced-motion.ts'

interface CarouselOptions {
  /** Whether it goes on by itself. */
  readonly isRunning: boolean
  readonly autoplayMs?: number
}

interface Carousel {
  readonly viewport: (element: HTMLElement | null) => void
  readonly selected: number
  readonly show: (place: number) => void
  readonly step: (by: 1 | -1) => void
}

/** Slides in a ring, moved by fingers, by calls and by itself. What is shown by whichever of them is shown for the whole time. */
export function useCarousel({ isRunning, autoplayMs = CAROUSEL_AUTOPLAY_MS }: CarouselOptions): Carousel {
  const isReduced = useReducedMotion()
  const [plugins] = useState(() => [Autoplay({ delay: autoplayMs, playOnInit: false, stopOnFocusIn: false })])
  const [viewport, embla] = useEmblaCarousel({ loop: true, direction: pageDirection() }, plugins)
  const [selected, setSelected] = useState(0)

  useEffect(() => {
    if (embla === undefined) return
    const take = () => setSelected(embla.selectedScrollSnap())
    embla.on('select', take).on('reInit', take)
    return () => void embla.off('select', take).off('reInit', take)
  }, [embla])

  useEffect(() => {
    if (embla === undefined || !isRunning) return
    const goOn = () => embla.plugins().autoplay.play(isReduced)
    goOn()
    embla.on('select', goOn).on('pointerUp', goOn).on('reInit', goOn)
    return () => {
      embla.off('select', goOn).off('pointerUp', goOn).off('reInit', goOn)
      embla.plugins().autoplay.stop()
    }
  }, [embla, isRunning, isReduced])

  const show = useCallback((place: number) => embla?.scrollTo(place, isReduced), [embla, isReduced])
  const step = useCallback((by: 1 | -1) => (by === 1 ? embla?.scrollNext(isReduced) : embla?.scrollPrev(isReduced)), [embla, isReduced])
  return { viewport, selected, show, step }
}

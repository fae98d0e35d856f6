import { useEffect, useState } from 'react'
import type { SketchPicture } from '#shared/contract/sketch-contract.ts'
import { useReducedMotion } from '#src/browser/reduced-motion.ts'
import { watchSight } from '#src/browser/watch-sight.ts'
import type { SketchActor, SketchPhase } from './sketch-stage.ts'
import { loadSketches } from './load-sketches.ts'
import type { KeyedPlan } from './use-sketch-plan.ts'

/** The share of a sketch that must be visible for it to run. */
const SEEN_SHARE = 0.25

export interface SketchPictures {
  /** A key of the pictures. The same key means the same pictures. */
  readonly key: string
  readonly load: () => Promise<readonly SketchPicture[] | null>
}

export interface Sketch {
  readonly host: (element: HTMLElement | null) => void
  readonly phase: SketchPhase
  /** Whether the user compares: the still picture is shown instead of the sketch. */
  readonly isPictureShown: boolean
  readonly onCompare: () => void
  /** Plays a sketch that is still because motion is reduced. */
  readonly onPlay: () => void
}

/**
 * A sketch in an element of the page. It runs while it is visible, one sketch at a time. With reduced motion, it is still until the
 * user presses it.
 */
export function useSketch(planned: KeyedPlan | null, pictures: SketchPictures): Sketch {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [actor, setActor] = useState<SketchActor | null>(null)
  const [phase, setPhase] = useState<SketchPhase>('none')
  const [isPictureShown, setPictureShown] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const isReduced = useReducedMotion()
  const mode = isReduced && !isAsked ? 'still' : 'play'
  const isWanted = planned !== null

  useEffect(() => {
    if (element === null || !isWanted) return
    const leave = enter(element, setActor, setPhase)
    return () => {
      leave()
      setPictureShown(false)
    }
  }, [element, isWanted])

  useEffect(() => {
    if (actor === null) return
    if (planned === null || isPictureShown) return actor.want(null)
    const { key, choice, plan } = planned
    actor.want({ key: `${pictures.key} ${key}`, choice: `${pictures.key} ${choice}`, plan, mode, loadPictures: pictures.load })
  }, [actor, planned, pictures, isPictureShown, mode])

  return {
    host: setElement,
    phase,
    isPictureShown,
    onCompare: () => setPictureShown(!isPictureShown),
    onPlay: () => setAsked(true),
  }
}

function enter(element: HTMLElement, onActor: (actor: SketchActor | null) => void, onPhase: (phase: SketchPhase) => void): () => void {
  const over = new AbortController()
  void seat(element, onPhase, over.signal).then((actor) => actor !== null && onActor(actor))
  return () => {
    over.abort()
    onActor(null)
    onPhase('none')
    element.replaceChildren()
  }
}

async function seat(element: HTMLElement, onPhase: (phase: SketchPhase) => void, over: AbortSignal): Promise<SketchActor | null> {
  const { sketchStage } = await loadSketches()
  if (over.aborted) return null
  const actor = sketchStage.enter({ show: (canvas) => element.replaceChildren(canvas), onPhase })
  const unwatch = watchSight(element, ({ isIntersecting }) => actor.see(isIntersecting), { threshold: SEEN_SHARE })
  for (const hand of ['pointerenter', 'focusin']) element.parentElement?.addEventListener(hand, () => actor.touch(), { signal: over })
  over.addEventListener('abort', () => {
    unwatch()
    actor.leave()
  })
  return actor
}

import { useEffect, useState } from 'react'
import type { SketchPicture } from '#shared/contract/sketch-contract.ts'
import { useReducedMotion } from '#src/browser/reduced-motion.ts'
import { watchSight } from '#src/browser/watch-sight.ts'
import type { SketchActor, SketchPhase } from './sketch-stage.ts'
import { loadSketches } from './load-sketches.ts'
import type { KeyedPlan } from './use-sketch-plan.ts'

/** The share of a sketch that must be visible for it to run. */
const VISIBLE_SHARE = 0.25

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
export function useSketch(keyedPlan: KeyedPlan | null, pictures: SketchPictures): Sketch {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [actor, setActor] = useState<SketchActor | null>(null)
  const [phase, setPhase] = useState<SketchPhase>('none')
  const [isPictureShown, setPictureShown] = useState(false)
  const [isPlayRequested, setPlayRequested] = useState(false)
  const isReduced = useReducedMotion()
  const mode = isReduced && !isPlayRequested ? 'still' : 'play'
  const hasPlan = keyedPlan !== null

  useEffect(() => {
    if (element === null || !hasPlan) return
    const leave = showOnStage(element, setActor, setPhase)
    return () => {
      leave()
      setPictureShown(false)
    }
  }, [element, hasPlan])

  useEffect(() => {
    if (actor === null) return
    if (keyedPlan === null || isPictureShown) return actor.setRequest(null)
    const { key, choice, plan } = keyedPlan
    actor.setRequest({ key: `${pictures.key} ${key}`, choice: `${pictures.key} ${choice}`, plan, mode, loadPictures: pictures.load })
  }, [actor, keyedPlan, pictures, isPictureShown, mode])

  return {
    host: setElement,
    phase,
    isPictureShown,
    onCompare: () => setPictureShown(!isPictureShown),
    onPlay: () => setPlayRequested(true),
  }
}

function showOnStage(
  element: HTMLElement,
  onActor: (actor: SketchActor | null) => void,
  onPhase: (phase: SketchPhase) => void,
): () => void {
  const leaving = new AbortController()
  void enterStage(element, onPhase, leaving.signal).then((actor) => actor !== null && onActor(actor))
  return () => {
    leaving.abort()
    onActor(null)
    onPhase('none')
    element.replaceChildren()
  }
}

async function enterStage(
  element: HTMLElement,
  onPhase: (phase: SketchPhase) => void,
  leaveSignal: AbortSignal,
): Promise<SketchActor | null> {
  const { sketchStage } = await loadSketches()
  if (leaveSignal.aborted) return null
  const actor = sketchStage.enter({ show: (canvas) => element.replaceChildren(canvas), onPhase })
  const unwatch = watchSight(element, ({ isIntersecting }) => actor.setInSight(isIntersecting), { threshold: VISIBLE_SHARE })
  for (const eventName of ['pointerenter', 'focusin'])
    element.parentElement?.addEventListener(eventName, () => actor.touch(), { signal: leaveSignal })
  leaveSignal.addEventListener('abort', () => {
    unwatch()
    actor.leave()
  })
  return actor
}

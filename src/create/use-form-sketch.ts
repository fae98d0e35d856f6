import { type KeyedPlan, planRequestOf, useSketchPlan } from '#src/motion/use-sketch-plan.ts'
import type { Composer } from './composer.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import { type Clock, systemClock } from '#shared/clock.ts'
import { SKETCH_SETTLES_MS } from '#shared/domain/sketch-rules.ts'
import { loadSketches } from '#src/motion/load-sketches.ts'
import { type Sketch, useSketch } from '#src/motion/use-sketch.ts'
import { useReducedMotion } from '#src/browser/reduced-motion.ts'
import { useSnapshot } from '#src/store/state.ts'
import { useComposer, useShownPictures } from './use-composer.ts'

/** The picture size for the plan while the form has no picture: a prompt can be planned without one. */
const NO_PICTURE = { width: 16, height: 9 }

/** The motion plan of the current form. It is updated when the text and the sliders have rested for a short time. */
export function useFormPlan(): KeyedPlan | null {
  const { bizType, state, slots } = useComposer()
  const { settings, variation } = useSnapshot(state)
  const { prompt, imageFidelity, videoNum } = settings
  const settledText = useSettled(JSON.stringify({ prompt, imageFidelity }), SKETCH_SETTLES_MS)
  const settledSettings = { ...settings, ...(JSON.parse(settledText) as { prompt: string; imageFidelity: number }) }
  const { picture } = useSnapshot(slots[0].state)
  const hasContent = picture.status === 'ready' || settledSettings.prompt !== ''
  const size = picture.status === 'ready' ? picture.facts : NO_PICTURE
  const isEffectChosen = bizType !== 'TEMPLATE' || settings.templateId !== undefined
  return useSketchPlan(
    hasContent && isEffectChosen ? planRequestOf(settledSettings, bizType, size, Math.min(variation, videoNum - 1)) : null,
  )
}

/**
 * The plan of the painted motion alone, on the whole picture. It is updated while the user paints; null if nothing is painted or
 * motion is reduced.
 */
export function useBrushPlan(): KeyedPlan | null {
  const { bizType, state, slots } = useComposer()
  const { settings } = useSnapshot(state)
  const { picture } = useSnapshot(slots[0].state)
  const isReduced = useReducedMotion()
  const brush = settings.controls?.brush
  const isPlanNeeded = brush !== undefined && picture.status === 'ready' && !isReduced && bizType !== 'HEAD_TAIL'
  const brushSettings: GenerationSettings = { ...settings, prompt: '', controls: { camera: 'still', brush } }
  return useSketchPlan(isPlanNeeded ? planRequestOf(brushSettings, 'CUSTOM', picture.facts, 0) : null)
}

/** Pauses all sketches while `isPaused` is true: a picture is being prepared, or a layer is open over the page. */
export function usePausedSketches(isPaused: boolean): void {
  useEffect(() => {
    if (!isPaused) return
    void loadSketches().then(({ sketchStage }) => sketchStage.setPaused(true))
    return () => void loadSketches().then(({ sketchStage }) => sketchStage.setPaused(false))
  }, [isPaused])
}

/** The sketch of the form. It starts when all pictures are ready. */
export function useFormSketch(keyedPlan: KeyedPlan | null): Sketch {
  const { slots } = useComposer()
  const keys = useShownPictures()
  const key = keys.join(' ')
  const isComplete = !keys.includes(null)
  const pictures = useMemo(() => ({ key, load: async () => currentPictures(slots, key) }), [slots, key])
  return useSketch(isComplete ? keyedPlan : null, pictures)
}

/** The pictures of the form; null if the form no longer has the pictures of `key`. */
function currentPictures(slots: Composer['slots'], key: string) {
  const images = slots.map((slot) => slot.current()?.image)
  if (images.map((image) => image?.sha256 ?? null).join(' ') !== key) return null
  return images.flatMap((image) => (image === undefined ? [] : [{ key: image.sha256, blob: image.blob }]))
}

/** The last value that has stayed unchanged for `delayMs`; at first, the first value. */
function useSettled(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value)
  const [debounced] = useState(() => createDebounced({ delayMs, clock: systemClock, onSettled: setSettled }))
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) debounced.set(value)
    isFirst.current = false
    return debounced.stop
  }, [debounced, value])
  return settled
}

interface DebouncedDeps<Value> {
  readonly delayMs: number
  readonly clock: Pick<Clock, 'setTimer'>
  readonly onSettled: (value: Value) => void
}

/** Calls `onSettled` with the last value when no newer one has followed for `delayMs`. */
export function createDebounced<Value>({ delayMs, clock, onSettled }: DebouncedDeps<Value>) {
  let cancel: () => void = () => undefined
  return {
    set(value: Value): void {
      cancel()
      cancel = clock.setTimer(() => onSettled(value), delayMs)
    },
    stop: () => cancel(),
  }
}

import { useEffect, useMemo } from 'react'
import { SKETCH_SETTLES_MS } from '#shared/domain/sketch-rules.ts'
import { loadSketches } from '#src/lib/sketch/load-sketches.ts'
import { planRequestOf } from '#src/lib/sketch/plan-request.ts'
import { useSettled } from '#src/lib/sketch/use-settled.ts'
import type { Sketch } from '#src/lib/sketch/use-sketch.ts'
import { useSketch } from '#src/lib/sketch/use-sketch.ts'
import type { KeyedPlan } from '#src/lib/sketch/use-sketch-plan.ts'
import { useSketchPlan } from '#src/lib/sketch/use-sketch-plan.ts'
import { useSnapshot } from '#src/lib/state.ts'
import type { PictureFacts } from './create-state.ts'
import { createState } from './create-state.ts'
import { heldPicture } from './held-picture.ts'

/** Stands for the picture as long as there is none: words can be read without one. */
const NO_PICTURE = { width: 16, height: 9 }

/** The plan of the form as it stands, a moment after words and sliders have come to rest. */
export function useFormPlan(): KeyedPlan | null {
  const { settings, picture, take } = useSnapshot(createState)
  const { prompt, imageFidelity, videoNum } = settings
  const typed = useSettled(JSON.stringify({ prompt, imageFidelity }), SKETCH_SETTLES_MS)
  const rested = { ...settings, ...(JSON.parse(typed) as { prompt: string; imageFidelity: number }) }
  const isWanted = picture.status === 'ready' || rested.prompt !== ''
  const size = picture.status === 'ready' ? picture.facts : NO_PICTURE
  return useSketchPlan(isWanted ? planRequestOf(rested, 'CUSTOM', size, Math.min(take, videoNum - 1)) : null)
}

/** All sketches rest while a picture is being worked on. */
export function useHeldSketches(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return
    void loadSketches().then(({ sketchStage }) => sketchStage.hold(true))
    return () => void loadSketches().then(({ sketchStage }) => sketchStage.hold(false))
  }, [isHeld])
}

/** The sketch of the form's picture. */
export function useFormSketch(planned: KeyedPlan | null, { sha256 }: PictureFacts): Sketch {
  const pictures = useMemo(() => ({ key: sha256, load: async () => heldPictures(sha256) }), [sha256])
  return useSketch(planned, pictures)
}

function heldPictures(sha256: string) {
  const image = heldPicture()?.image
  return image?.sha256 === sha256 ? [{ key: sha256, blob: image.blob }] : null
}

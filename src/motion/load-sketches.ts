import { loadUntilThere } from '#src/loading/lazy-part.ts'
import type * as sketches from './sketches.ts'

type Sketches = Pick<typeof sketches, 'planSketch' | 'sketchClient' | 'sketchStage'>

let sketchesLoading: Promise<Sketches> | undefined
let loadedSketches: Sketches | null = null

/** Loads the code that plans and draws sketches, once, before the first sketch is visible. */
export function loadSketches(): Promise<Sketches> {
  sketchesLoading ??= loadModule()
  return sketchesLoading
}

async function loadModule(): Promise<Sketches> {
  loadedSketches = await loadUntilThere(() => import('./sketches.ts'))
  return loadedSketches
}

export function sketchesIfLoaded(): Sketches | null {
  return loadedSketches
}

import { loadUntilThere } from '#src/loading/lazy-part.ts'
import type * as sketches from './sketches.ts'

type Sketches = Pick<typeof sketches, 'planSketch' | 'sketchClient' | 'sketchStage'>

let loading: Promise<Sketches> | undefined
let loaded: Sketches | null = null

/** Loads the code that plans and draws sketches, once, before the first sketch is visible. */
export function loadSketches(): Promise<Sketches> {
  loading ??= load()
  return loading
}

async function load(): Promise<Sketches> {
  loaded = await loadUntilThere(() => import('./sketches.ts'))
  return loaded
}

export function sketchesIfLoaded(): Sketches | null {
  return loaded
}

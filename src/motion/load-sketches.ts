import { loadUntilThere } from '#src/platform/lazy-part.ts'
import type * as sketches from './sketches.ts'

type Sketches = Pick<typeof sketches, 'planSketch' | 'sketchStage'>

let loading: Promise<Sketches> | undefined
let loaded: Sketches | null = null

/** Planning and drawing sketches; loaded once, when the first of them is about to be seen. */
export function loadSketches(): Promise<Sketches> {
  loading ??= load()
  return loading
}

async function load(): Promise<Sketches> {
  loaded = await loadUntilThere(() => import('./sketches.ts'))
  return loaded
}

/** Null until they are loaded. */
export function sketchesIfLoaded(): Sketches | null {
  return loaded
}

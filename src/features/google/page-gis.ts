import type { GisLoader } from './load-gis.ts'
import { createGisLoader } from './load-gis.ts'
import { pageClock } from './page-clock.ts'

let loader: GisLoader | undefined

/** The one loader of this page. */
export function pageGis(src: string): GisLoader {
  loader ??= createGisLoader({ src, document, window: globalThis, clock: pageClock })
  return loader
}

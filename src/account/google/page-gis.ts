import { type GisLoader, createGisLoader } from './load-gis.ts'
import { systemClock } from '#shared/browser/clock.ts'

let loader: GisLoader | undefined

/** The one loader of this page. */
export function pageGis(src: string): GisLoader {
  loader ??= createGisLoader({ src, document, window: globalThis, clock: systemClock })
  return loader
}

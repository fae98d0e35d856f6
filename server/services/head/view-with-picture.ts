import type { FirstView } from '#server/static/first-views.ts'
import type { Preload } from './page-head.ts'
import { escaped } from './escaped.ts'

/** Where the build leaves room for the picture that is shown first. */
const PLACES = { src: '/%picture%', srcset: '/%srcset%' } as const

/** A screen that was drawn ahead, with its picture where it has a place for one; nothing without that, as the page would begin with an empty place. */
export function viewWithPicture(view: FirstView | undefined, picture: Preload | undefined): FirstView | undefined {
  if (view === undefined || !view.html.includes(PLACES.src)) return view
  const { src, sources } = picture ?? {}
  if (src === undefined || (sources === undefined && view.html.includes(PLACES.srcset))) return undefined
  const html = view.html.replace(PLACES.src, () => escaped(src)).replace(PLACES.srcset, () => escaped(sources?.srcset ?? ''))
  return { ...view, html }
}

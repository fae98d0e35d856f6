import type { FirstView } from '#server/static/first-views.ts'
import type { Preload } from './page-head.ts'
import { escaped } from './escaped.ts'

/** Where the build leaves room for the picture that is shown first, and for a gallery's first tiles. */
const PLACE = /\/%(picture|srcset)%|\/?%(src|srcset|width|height)-(\d)%/g

/** A screen that was drawn ahead, with its pictures where it has places for them; nothing without one, as the page would begin with an empty place. */
export function viewWithPicture(view: FirstView | undefined, picture: Preload | undefined): FirstView | undefined {
  if (view === undefined) return undefined
  let isWhole = true
  const html = view.html.replace(PLACE, (_, name: 'picture' | 'srcset', fact: 'src' | 'srcset' | 'width' | 'height', at: string) => {
    const own = name === 'picture' ? picture?.src : picture?.sources?.srcset
    const found = name === undefined ? picture?.tiles?.[Number(at)]?.[fact] : own
    isWhole &&= found !== undefined
    return escaped(String(found ?? ''))
  })
  return isWhole ? { ...view, html } : undefined
}

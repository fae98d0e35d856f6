import type { Template } from '#shared/api/templates.ts'
import { landingItem } from '#shared/domain/home-items.ts'

/** The limits of the ratio (width divided by height) of a picture on the wall. */
const NARROWEST_RATIO = 0.62
const WIDEST_RATIO = 1.8
/** How far the sum of the ratios in a row may differ from the row's own ratio. The row's pictures are cropped to fill the row exactly. */
const TOLERANCE = 0.3

interface FilmPicture {
  readonly template: Template
  /** The width of the picture's box divided by its height. */
  readonly ratio: number
}

/**
 * Arranges pictures in full rows, if possible in the order of the list. A row that the pictures can't fill is omitted. `rowRatio` is the
 * width of a row divided by its height.
 */
export function filmRows(templates: readonly Template[], rows: number, rowRatio: number): readonly (readonly FilmPicture[])[] {
  const left = templates.map((template) => ({
    template,
    ratio: Math.min(WIDEST_RATIO, Math.max(NARROWEST_RATIO, template.width / template.height)),
  }))
  return Array.from({ length: rows }, () => fillRow(left, rowRatio)).filter(
    (row) => row.reduce((sum, { ratio }) => sum + ratio, 0) >= rowRatio - TOLERANCE - NARROWEST_RATIO,
  )
}

function fillRow(left: FilmPicture[], rowRatio: number): readonly FilmPicture[] {
  const row: FilmPicture[] = []
  let free = rowRatio + TOLERANCE
  for (;;) {
    const index = left.findIndex(({ ratio }) => ratio <= free)
    if (index === -1) return row
    for (const picture of left.splice(index, 1)) {
      row.push(picture)
      free -= picture.ratio
    }
  }
}

/** The items for the wall: each picture once, without the pictures on the stage. */
export function wallItems(templates: readonly Template[], staged: readonly Template[]): readonly Template[] {
  const seen = new Set(staged.map(({ firstImageUrl }) => firstImageUrl))
  return templates.filter(({ firstImageUrl }) => {
    const isNew = !seen.has(firstImageUrl)
    seen.add(firstImageUrl)
    return isNew
  })
}

export const STAGE_ITEMS = 5

/** The items for the stage: the landing item, then other items with one picture and a video that fill a wide frame. */
export function stageItems(templates: readonly Template[]): readonly Template[] {
  const first = landingItem(templates)
  if (first === undefined) return []
  const pictures = new Set([first.firstImageUrl])
  const others = templates.filter((item) => {
    if (item.movieUrl === null || item.bizType !== 'CUSTOM' || item.width < item.height || pictures.has(item.firstImageUrl)) return false
    pictures.add(item.firstImageUrl)
    return true
  })
  return [first, ...others].slice(0, STAGE_ITEMS)
}

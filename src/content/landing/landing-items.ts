import type { Template } from '#shared/api/templates.ts'
import { landingItem } from '#shared/domain/home-items.ts'

/** The limits of the ratio (width divided by height) of a picture on the wall. */
const NARROWEST_RATIO = 0.62
const WIDEST_RATIO = 1.8
/** By how much the sum of the ratios in a row may exceed the row's own ratio. The pictures of a row are cropped to fill it exactly. */
const RATIO_TOLERANCE = 0.3

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
  const remainingPictures = templates.map((template) => ({
    template,
    ratio: Math.min(WIDEST_RATIO, Math.max(NARROWEST_RATIO, template.width / template.height)),
  }))
  return Array.from({ length: rows }, () => fillRow(remainingPictures, rowRatio)).filter(
    (row) => row.reduce((sum, { ratio }) => sum + ratio, 0) >= rowRatio - RATIO_TOLERANCE - NARROWEST_RATIO,
  )
}

function fillRow(remainingPictures: FilmPicture[], rowRatio: number): readonly FilmPicture[] {
  const row: FilmPicture[] = []
  let freeRatio = rowRatio + RATIO_TOLERANCE
  for (;;) {
    const index = remainingPictures.findIndex(({ ratio }) => ratio <= freeRatio)
    if (index === -1) return row
    for (const picture of remainingPictures.splice(index, 1)) {
      row.push(picture)
      freeRatio -= picture.ratio
    }
  }
}

/** The items for the wall: each picture once, without the pictures on the stage. */
export function wallItems(templates: readonly Template[], staged: readonly Template[]): readonly Template[] {
  const usedPictures = new Set(staged.map(({ firstImageUrl }) => firstImageUrl))
  return templates.filter(({ firstImageUrl }) => {
    const isNew = !usedPictures.has(firstImageUrl)
    usedPictures.add(firstImageUrl)
    return isNew
  })
}

export const STAGE_ITEMS = 5

/** The items for the stage: the landing item, then other items with one picture and a video that fill a wide frame. */
export function stageItems(templates: readonly Template[]): readonly Template[] {
  const firstItem = landingItem(templates)
  if (firstItem === undefined) return []
  const usedPictures = new Set([firstItem.firstImageUrl])
  const otherItems = templates.filter((item) => {
    if (item.movieUrl === null || item.bizType !== 'CUSTOM' || item.width < item.height || usedPictures.has(item.firstImageUrl))
      return false
    usedPictures.add(item.firstImageUrl)
    return true
  })
  return [firstItem, ...otherItems].slice(0, STAGE_ITEMS)
}

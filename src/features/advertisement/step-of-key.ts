import type { PageDirection } from '#src/lib/page-direction.ts'

/** Where an arrow key leads in a row that begins where the page's lines begin; undefined for any other key. */
export function stepOfKey(key: string, direction: PageDirection): 1 | -1 | undefined {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  return (key === 'ArrowRight') === (direction === 'ltr') ? 1 : -1
}

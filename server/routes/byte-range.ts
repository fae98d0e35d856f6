/** First and last byte of a part, both included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** Reads a Range header: one part, 'unsatisfiable', or undefined for none or a form that may be answered whole. */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (match === null || (match[1] === '' && match[2] === '')) return undefined
  const [, from = '', to = ''] = match
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < first) return undefined
  return first >= size || (from === '' && Number(to) === 0) ? 'unsatisfiable' : { first, last }
}

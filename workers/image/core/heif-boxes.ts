import type { ByteSource } from './byte-source.ts'

const BOX_HEADER_BYTES = 8
const LARGE_BOX_HEADER_BYTES = 16
/** Real files have some hundred side by side; what follows is not looked at. */
const MAX_BOXES = 4096

export interface Box {
  readonly name: string
  readonly content: number
  readonly end: number
}

/** The boxes that lie side by side up to `end`; `isWhole` is false when one does not fit. */
export async function readBoxes(
  bytes: ByteSource,
  from: number,
  end: number,
): Promise<{ readonly boxes: Box[]; readonly isWhole: boolean }> {
  const boxes: Box[] = []
  let offset = from
  while (offset < end && boxes.length < MAX_BOXES) {
    const box = await readBox(bytes, offset, end)
    if (box === null) return { boxes, isWhole: false }
    boxes.push(box)
    offset = box.end
  }
  return { boxes, isWhole: true }
}

async function readBox(bytes: ByteSource, offset: number, limit: number): Promise<Box | null> {
  if (!(await bytes.reach(offset, BOX_HEADER_BYTES))) return null
  const name = bytes.ascii(offset + 4, 4)
  const short = bytes.u32(offset)
  if (short === 0) return { name, content: offset + BOX_HEADER_BYTES, end: limit }
  if (short !== 1) return boxWithin(name, offset + BOX_HEADER_BYTES, offset + short, limit)
  if (!(await bytes.reach(offset, LARGE_BOX_HEADER_BYTES))) return null
  return boxWithin(name, offset + LARGE_BOX_HEADER_BYTES, offset + bytes.u32(offset + 8) * 2 ** 32 + bytes.u32(offset + 12), limit)
}

function boxWithin(name: string, content: number, end: number, limit: number): Box | null {
  return end >= content && end <= limit ? { name, content, end } : null
}

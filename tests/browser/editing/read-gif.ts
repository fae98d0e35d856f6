export interface ReadGif {
  readonly width: number
  readonly height: number
  /** Whether the animation repeats without end. */
  readonly isEndless: boolean
  /** Each picture as displayed, RGBA. */
  readonly pictures: readonly Uint8ClampedArray<ArrayBuffer>[]
  /** The display time of each picture, in hundredths of a second. */
  readonly delays: readonly number[]
  /** The number of pictures with a colour table of their own. */
  readonly ownTables: number
}

const EXTENSION = 0x21
const CONTROL = 0xf9
const APPLICATION = 0xff
const IMAGE = 0x2c

/** Reads a GIF in plain code, because some browsers have no `ImageDecoder`. */
export async function readGif(file: Blob): Promise<ReadGif> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const at16 = (at: number) => bytes[at]! | (bytes[at + 1]! << 8)
  const [width, height] = [at16(6), at16(8)]
  const shown = new Uint8ClampedArray(width * height * 4)
  const pictures: Uint8ClampedArray<ArrayBuffer>[] = []
  const delays: number[] = []
  let ownTables = 0
  let isEndless = false
  let transparent = -1
  let at = 13
  const readTable = (flags: number) => {
    const length = flags & 0x80 ? 3 * (2 << (flags & 7)) : 0
    at += length
    return bytes.subarray(at - length, at)
  }
  const readBlocks = () => {
    const parts: number[] = []
    for (let length = bytes[at]!; length > 0; length = bytes[at]!) {
      for (const byte of bytes.subarray(at + 1, at + 1 + length)) parts.push(byte)
      at += length + 1
    }
    at += 1
    return Uint8Array.from(parts)
  }
  const shared = readTable(bytes[10]!)
  while (bytes[at] === EXTENSION || bytes[at] === IMAGE) {
    if (bytes[at] === EXTENSION) {
      const kind = bytes[at + 1]
      if (kind === CONTROL) {
        transparent = bytes[at + 3]! & 1 ? bytes[at + 6]! : -1
        delays.push(at16(at + 4))
      }
      at += 2
      const data = readBlocks()
      if (kind === APPLICATION) isEndless = data.at(-1) === 0 && data.at(-2) === 0
      continue
    }
    const flags = bytes[at + 9]!
    if (at16(at + 1) !== 0 || at16(at + 3) !== 0 || at16(at + 5) !== width || at16(at + 7) !== height)
      throw new Error('A picture is a part.')
    at += 10
    const own = readTable(flags)
    if (own.length > 0) ownTables += 1
    const table = own.length > 0 ? own : shared
    const codeSize = bytes[at]!
    at += 1
    for (const [pixel, index] of decompress(readBlocks(), codeSize, width * height).entries()) {
      if (index !== transparent) shown.set([table[index * 3]!, table[index * 3 + 1]!, table[index * 3 + 2]!, 255], pixel * 4)
    }
    pictures.push(shown.slice())
  }
  return { width, height, isEndless, pictures, delays, ownTables }
}

/** Decodes LZW with codes of 12 bits at most. */
function decompress(data: Uint8Array, codeSize: number, length: number): Uint8Array {
  const clear = 1 << codeSize
  const prefixes = new Int16Array(4096)
  const suffixes = Uint8Array.from({ length: 4096 }, (_, code) => code)
  const result = new Uint8Array(length)
  const stack: number[] = []
  let [written, bits, bitCount, size, next, last, first] = [0, 0, 0, codeSize + 1, clear + 2, -1, 0]
  for (const byte of data) {
    bits |= byte << bitCount
    bitCount += 8
    while (bitCount >= size) {
      const code = bits & ((1 << size) - 1)
      bits >>>= size
      bitCount -= size
      if (code === clear + 1) return result
      if (code === clear) {
        ;[size, next, last] = [codeSize + 1, clear + 2, -1]
        continue
      }
      let rest = code
      if (last >= 0 && code >= next) {
        stack.push(first)
        rest = last
      }
      while (rest >= clear) {
        stack.push(suffixes[rest]!)
        rest = prefixes[rest]!
      }
      first = suffixes[rest]!
      stack.push(first)
      while (stack.length > 0) result[written++] = stack.pop()!
      if (last >= 0 && next < 4096) {
        prefixes[next] = last
        suffixes[next] = first
        next += 1
        if (next === 1 << size && size < 12) size += 1
      }
      last = code
    }
  }
  return result
}

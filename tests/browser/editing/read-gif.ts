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
const GRAPHIC_CONTROL = 0xf9
const APPLICATION = 0xff
const IMAGE = 0x2c

/** Reads a GIF in plain code, because some browsers have no `ImageDecoder`. */
export async function readGif(file: Blob): Promise<ReadGif> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const at16 = (at: number) => bytes[at]! | (bytes[at + 1]! << 8)
  const [width, height] = [at16(6), at16(8)]
  const canvasPixels = new Uint8ClampedArray(width * height * 4)
  const pictures: Uint8ClampedArray<ArrayBuffer>[] = []
  const delays: number[] = []
  let ownTables = 0
  let isEndless = false
  let transparentIndex = -1
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
  const globalTable = readTable(bytes[10]!)
  while (bytes[at] === EXTENSION || bytes[at] === IMAGE) {
    if (bytes[at] === EXTENSION) {
      const kind = bytes[at + 1]
      if (kind === GRAPHIC_CONTROL) {
        transparentIndex = bytes[at + 3]! & 1 ? bytes[at + 6]! : -1
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
    const ownTable = readTable(flags)
    if (ownTable.length > 0) ownTables += 1
    const table = ownTable.length > 0 ? ownTable : globalTable
    const codeSize = bytes[at]!
    at += 1
    for (const [pixel, index] of decompress(readBlocks(), codeSize, width * height).entries()) {
      if (index !== transparentIndex) canvasPixels.set([table[index * 3]!, table[index * 3 + 1]!, table[index * 3 + 2]!, 255], pixel * 4)
    }
    pictures.push(canvasPixels.slice())
  }
  return { width, height, isEndless, pictures, delays, ownTables }
}

/** Decodes LZW with codes of 12 bits at most. */
function decompress(data: Uint8Array, codeSize: number, length: number): Uint8Array {
  const clearCode = 1 << codeSize
  const prefixes = new Int16Array(4096)
  const suffixes = Uint8Array.from({ length: 4096 }, (_, code) => code)
  const result = new Uint8Array(length)
  const stack: number[] = []
  let [writtenCount, bits, bitCount, codeBits, nextCode, lastCode, firstByte] = [0, 0, 0, codeSize + 1, clearCode + 2, -1, 0]
  for (const byte of data) {
    bits |= byte << bitCount
    bitCount += 8
    while (bitCount >= codeBits) {
      const code = bits & ((1 << codeBits) - 1)
      bits >>>= codeBits
      bitCount -= codeBits
      if (code === clearCode + 1) return result
      if (code === clearCode) {
        ;[codeBits, nextCode, lastCode] = [codeSize + 1, clearCode + 2, -1]
        continue
      }
      let chainCode = code
      if (lastCode >= 0 && code >= nextCode) {
        stack.push(firstByte)
        chainCode = lastCode
      }
      while (chainCode >= clearCode) {
        stack.push(suffixes[chainCode]!)
        chainCode = prefixes[chainCode]!
      }
      firstByte = suffixes[chainCode]!
      stack.push(firstByte)
      while (stack.length > 0) result[writtenCount++] = stack.pop()!
      if (lastCode >= 0 && nextCode < 4096) {
        prefixes[nextCode] = lastCode
        suffixes[nextCode] = firstByte
        nextCode += 1
        if (nextCode === 1 << codeBits && codeBits < 12) codeBits += 1
      }
      lastCode = code
    }
  }
  return result
}

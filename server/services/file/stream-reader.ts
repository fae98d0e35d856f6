/** Looks for marks in a stream of bytes; a mark may lie across any number of chunks. */
export interface StreamReader {
  /** The bytes before the mark, which is skipped; undefined when more than `maxBytes` come before it, or the end. */
  readUntil(mark: Buffer, maxBytes: number): Promise<Buffer | undefined>
  /** The bytes before the mark, piece by piece; returns false when the end came before it. Ending it early ends the stream. */
  stream(mark: Buffer): AsyncGenerator<Buffer, boolean>
}

/** Reads `source` after the bytes of `head`. Keeps one chunk and a mark's length in memory. */
export function createReader(source: AsyncIterable<Uint8Array>, head: Buffer): StreamReader {
  const chunks = source[Symbol.asyncIterator]()
  let held = head

  async function readMore(): Promise<boolean> {
    const next = await chunks.next()
    if (next.done !== true) held = Buffer.concat([held, next.value])
    return next.done !== true
  }

  /** Takes what stands before the mark, and the mark; undefined when it is not in sight. */
  function take(mark: Buffer): Buffer | undefined {
    const at = held.indexOf(mark)
    if (at < 0) return undefined
    const before = held.subarray(0, at)
    held = held.subarray(at + mark.length)
    return before
  }

  return {
    async readUntil(mark, maxBytes) {
      let found = take(mark)
      while (found === undefined && held.length <= maxBytes + mark.length && (await readMore())) found = take(mark)
      return found === undefined || found.length > maxBytes ? undefined : found
    },
    async *stream(mark) {
      try {
        for (;;) {
          const last = take(mark)
          if (last !== undefined) {
            yield last
            return true
          }
          const safe = Math.max(0, held.length - mark.length + 1)
          if (safe > 0) yield held.subarray(0, safe)
          held = held.subarray(safe)
          if (!(await readMore())) return false
        }
      } finally {
        await chunks.return?.()
      }
    },
  }
}

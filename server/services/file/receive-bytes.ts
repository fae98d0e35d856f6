import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'

/** What arrived; `isTooLarge` as soon as one byte more came than was allowed, and the rest was not read. */
export interface ReceivedBytes {
  readonly size: number
  readonly sha256: string
  readonly isTooLarge: boolean
}

/** Streams a body to a new file and hashes it on the way; rejects when the sender goes away. */
export async function receiveBytes(body: AsyncIterable<Uint8Array>, targetPath: string, maxBytes: number): Promise<ReceivedBytes> {
  const hash = createHash('sha256')
  const file = await fs.open(targetPath, 'wx')
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.byteLength
      if (size > maxBytes) return { size, sha256: '', isTooLarge: true }
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    return { size, sha256: hash.digest('hex'), isTooLarge: false }
  } finally {
    await file.close()
  }
}

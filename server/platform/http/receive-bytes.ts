import fs from 'node:fs/promises'
import { createHash } from 'node:crypto'

/** The received bytes; `isTooLarge` as soon as the limit is exceeded, when the rest is not read. */
interface ReceivedBytes {
  readonly size: number
  readonly sha256: string
  readonly isTooLarge: boolean
}

/** Streams a body to a new file and hashes it meanwhile; rejects when the client disconnects. */
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

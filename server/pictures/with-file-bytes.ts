import { open } from 'node:fs/promises'
import { MAX_UPLOAD_BYTES } from '#shared/domain/media-limits.ts'

/** Reused buffers. A new buffer for each upload would stay in memory until the next garbage collection. */
const spareBuffers: Buffer<ArrayBuffer>[] = []
const MAX_SPARE_BUFFERS = 2

/** Passes the bytes of an uploaded file to `work`, in a reused buffer that is valid until `work` ends. */
export async function withFileBytes<T>(path: string, work: (bytes: Buffer<ArrayBuffer>) => Promise<T>): Promise<T> {
  const buffer = spareBuffers.pop() ?? Buffer.allocUnsafeSlow(MAX_UPLOAD_BYTES)
  const file = await open(path)
  try {
    const { size } = await file.stat()
    let length = 0
    while (length < size) {
      const { bytesRead } = await file.read(buffer, length, size - length)
      if (bytesRead === 0) throw new Error('a file became shorter while it was read')
      length += bytesRead
    }
    return await work(buffer.subarray(0, size))
  } finally {
    await file.close()
    if (spareBuffers.length < MAX_SPARE_BUFFERS) spareBuffers.push(buffer)
  }
}

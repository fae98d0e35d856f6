import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openFormFile } from '#server/http/read-form.ts'

async function* splitBytes(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let offset = 0
  for (let index = 0; offset < bytes.length; index += 1) {
    const size = sizes[index % sizes.length] ?? bytes.length
    yield new Uint8Array(bytes.subarray(offset, offset + size))
    offset += size
  }
}

async function formOf(fields: readonly (readonly [string, string | File])[]): Promise<{ contentType: string; bytes: Buffer }> {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  const request = new Request('http://localhost', { method: 'POST', body: form })
  return { contentType: request.headers.get('content-type') ?? '', bytes: Buffer.from(await request.arrayBuffer()) }
}

async function collectBytes(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const copies: Uint8Array[] = []
  for await (const chunk of chunks) copies.push(Uint8Array.from(chunk))
  return Buffer.concat(copies)
}

const pieceSizes = fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 5 })
/** Random bytes in which parts of a boundary are frequent. */
const content = fc
  .array(fc.constantFrom('\r\n', '--', '\r', '-', 'x', '\r\n--', '\r\n--x', 'payload'), { maxLength: 30 })
  .map((words) => Buffer.from(words.join('')))

describe('a form read as a stream', () => {
  it('returns the browser’s file, for any split of its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(content, pieceSizes, async (bytes, sizes) => {
        const file = new File([new Uint8Array(bytes)], 'ä "quoted".png', { type: 'image/png' })
        const form = await formOf([
          ['note', 'before'],
          ['file', file],
          ['file', new File(['second'], 'b.png')],
        ])
        const formFile = await openFormFile({ contentType: form.contentType, body: splitBytes(form.bytes, sizes) }, 'file')
        if (typeof formFile === 'string') throw new Error(formFile)
        expect(formFile).toMatchObject({ filename: 'ä %22quoted%22.png', contentType: 'image/png' })
        expect((await collectBytes(formFile.bytes)).equals(bytes)).toBe(true)
        expect(formFile.isWhole()).toBe(true)
      }),
    )
  })

  it('is detected as cut at any position inside the file', async () => {
    const bytes = Buffer.from('0123456789'.repeat(20))
    const form = await formOf([['file', new File([bytes], 'a.png')]])
    const start = form.bytes.indexOf(bytes)
    const end = start + bytes.length + Buffer.byteLength(`\r\n--${form.contentType.split('boundary=')[1]}`)
    for (let cutAt = start; cutAt <= end; cutAt += 1) {
      const formFile = await openFormFile({ contentType: form.contentType, body: splitBytes(form.bytes.subarray(0, cutAt), [17]) }, 'file')
      if (typeof formFile === 'string') throw new Error(formFile)
      await collectBytes(formFile.bytes)
      expect(formFile.isWhole()).toBe(cutAt === end)
    }
  })

  it('reads only on demand, and releases the sender when the rest is not needed', async () => {
    let sentCount = 0
    let isReleased = false
    async function* sendEndlessly(): AsyncGenerator<Uint8Array> {
      try {
        yield Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n')
        for (; sentCount < 1000; sentCount += 1) yield new Uint8Array(1000)
      } finally {
        isReleased = true
      }
    }
    const formFile = await openFormFile({ contentType: 'multipart/form-data; boundary=x', body: sendEndlessly() }, 'file')
    if (typeof formFile === 'string') throw new Error(formFile)
    for await (const chunk of formFile.bytes) if (chunk.length > 0 && sentCount >= 3) break
    expect(sentCount).toBeLessThan(6)
    expect(isReleased).toBe(true)
  })
})

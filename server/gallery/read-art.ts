import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const ART_TYPE = 'image/webp'

const manifestSchema = z.array(
  z.object({
    slug: z.string().regex(/^[a-z0-9-]+$/),
    width: z.number().int().positive(),
    height: z.number().int().positive(),
    tags: z.array(z.string()),
  }),
)

/** One sample picture. Its name is a hash of its bytes, so a name's content never changes. */
export interface Art {
  readonly slug: string
  readonly width: number
  readonly height: number
  readonly tags: readonly string[]
  readonly name: string
  readonly path: string
  readonly contentType: typeof ART_TYPE
}

/** The sample pictures of a folder, in the order of its `art.json`; none without that file. Throws where a picture is missing. */
export async function readArt(folder: string): Promise<readonly Art[]> {
  const text = await readFile(path.join(folder, 'art.json'), 'utf8').catch(noFile)
  const entries = manifestSchema.parse(JSON.parse(text))
  return Promise.all(
    entries.map(async ({ slug, width, height, tags }) => {
      const file = path.join(folder, `${slug}.webp`)
      return { slug, width, height, tags, name: `${nameOf(await readFile(file))}.webp`, path: file, contentType: ART_TYPE }
    }),
  )
}

/** 128 bits of a hash, in the format of names under `/media/`. */
export function nameOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32)
}

function noFile(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '[]'
  throw error
}

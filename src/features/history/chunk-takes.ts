import type { Creation } from '#shared/api/generation.ts'

export interface Take {
  readonly creation: Creation
  /** Its place within its batch, from 1, and how many of the batch are here. */
  readonly take: number
  readonly takes: number
}

/** Parts of a day that are drawn and left out together; a batch stays in one. */
export function chunkTakes(takes: readonly Take[], size: number): readonly (readonly Take[])[] {
  const chunks: Take[][] = []
  for (const each of takes) {
    const current = chunks.at(-1)
    if (current === undefined || (current.length >= size && each.take === 1)) chunks.push([each])
    else current.push(each)
  }
  return chunks
}

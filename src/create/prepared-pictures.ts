import type { PreparedPicture } from '#shared/contract/commit-contract.ts'
import type { Composer } from './composer.ts'
import type { HeldPicture } from './current-picture.ts'

/** The pictures of a form as they are sent, in their order; null as long as one is missing. */
export function preparedPictures({ desks }: Composer): readonly PreparedPicture[] | null {
  const prepared = desks.flatMap((desk) => preparedPicture(desk.held()))
  return prepared.length === desks.length ? prepared : null
}

function preparedPicture(held: HeldPicture | null): PreparedPicture[] {
  if (held === null) return []
  const { blob, sha256, width, height } = held.image
  return [{ blob, name: held.name, sha256, width, height }]
}

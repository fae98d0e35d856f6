import type { PreparedPicture } from '#shared/contract/commit-contract.ts'
import type { Composer } from './composer.ts'
import type { HeldPicture } from './current-picture.ts'

/** The pictures of a form as they are sent, in their order; null as long as one is missing. */
export function preparedPictures({ slots }: Composer): readonly PreparedPicture[] | null {
  const prepared = slots.flatMap((slot) => preparedPicture(slot.held()))
  return prepared.length === slots.length ? prepared : null
}

function preparedPicture(held: HeldPicture | null): PreparedPicture[] {
  if (held === null) return []
  const { blob, sha256, width, height } = held.image
  return [{ blob, name: held.name, sha256, width, height }]
}

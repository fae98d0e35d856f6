import type { ImageClient } from '#src/bridge/create-image-client.ts'
import type { Holding } from './create-holding.ts'
import type { DeskState } from './desk-state.ts'
import { isRatioCut } from './ratio-cut.ts'

/** What is seen of a held picture once it is shown: the whole of it where the ratio limits cost a part, and how it looks. */
export function createSights(holding: Holding, state: DeskState, images: Pick<ImageClient, 'view' | 'look'>) {
  let viewing: { readonly abort: AbortController; readonly sourceId: string } | undefined
  /** The picture whose look is asked for, or known. */
  let lookedAt: Blob | undefined

  async function showWhole(): Promise<void> {
    const held = holding.held()
    state.whole = holding.whole()
    if (held === null || state.whole !== null || !isRatioCut(held.image) || viewing?.sourceId === held.source.id) return
    const mine = { abort: new AbortController(), sourceId: held.source.id }
    viewing = mine
    const viewed = await images.view(mine.abort.signal, held.source.file)
    if (viewing !== mine) return
    viewing = undefined
    if (viewed.ok) state.whole = holding.holdWhole(viewed.value.blob)
  }

  /** What the pre-flight judges; asked for when the picture is shown already, so that nobody waits for it. */
  async function lookAtHeld(): Promise<void> {
    const picture = holding.held()?.image.blob
    if (picture === undefined || picture === lookedAt) return
    lookedAt = picture
    state.look = null
    const look = await images.look(new AbortController().signal, picture)
    if (look.ok && holding.held()?.image.blob === picture) state.look = look.value
  }

  return {
    refresh(): void {
      void showWhole()
      void lookAtHeld()
    },
    /** The source is another one, or none. */
    leave(): void {
      viewing?.abort.abort()
      viewing = undefined
    },
  }
}

import type { ListName, ListState } from './create-template-lists.ts'
import type { GalleryKind } from './choose-items.ts'
import type { GalleryTab } from './gallery-view.ts'

/** The server's list of a part of a gallery. */
export function listOf(kind: GalleryKind, shelf: GalleryTab): ListName {
  if (shelf !== 'all') return shelf
  return kind === 'effect' ? 'effects' : 'explore'
}

export type GalleryStage = 'wall' | 'loading' | 'failed' | 'empty' | 'noneLeft'

/** What a gallery shows. Nothing is only called empty when the server has said so, and never when a filter did it. */
export function galleryStage({ status, problem }: Pick<ListState, 'status' | 'problem'>, items: number, shown: number): GalleryStage {
  if (shown > 0) return 'wall'
  if (items > 0) return 'noneLeft'
  if (status !== 'loading' && problem === null) return status === 'ready' ? 'empty' : 'loading'
  return problem === null ? 'loading' : 'failed'
}

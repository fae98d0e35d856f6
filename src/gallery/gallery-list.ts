import type { ListName, ListState } from './template-reader.ts'
import type { GalleryKind } from './choose-items.ts'
import type { GalleryTab } from './gallery-view.ts'

/** The server's list for a gallery tab. */
export function listOf(kind: GalleryKind, shelf: GalleryTab): ListName {
  if (shelf !== 'all') return shelf
  return kind === 'effect' ? 'effects' : 'explore'
}

export type GalleryStage = 'wall' | 'loading' | 'failed' | 'empty' | 'noneLeft'

/** The state of a gallery. It is empty only after an answer of the server, and never because of a filter. */
export function galleryStage({ status, problem }: Pick<ListState, 'status' | 'problem'>, items: number, shown: number): GalleryStage {
  if (shown > 0) return 'wall'
  if (items > 0) return 'noneLeft'
  if (status !== 'loading' && problem === null) return status === 'ready' ? 'empty' : 'loading'
  return problem === null ? 'loading' : 'failed'
}

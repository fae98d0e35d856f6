import type { Creation } from '#shared/api/generation.ts'
import type { Template } from '#shared/api/templates.ts'

/** The item in a viewer: from the explore gallery or the effects, or one of the user's creations. */
export type ViewerItem =
  | { readonly kind: 'explore' | 'effect'; readonly template: Template }
  | { readonly kind: 'media'; readonly creation: Creation }

/** The list that a viewer steps through, fixed when the viewer opens. */
export interface ViewerOpening {
  readonly items: readonly ViewerItem[]
  readonly index: number
  /** The items after the known ones; empty at the end. The callback reports its own errors and then returns null. */
  readonly loadMore?: (known: number) => Promise<readonly ViewerItem[] | null>
}

type Opener = (opening: ViewerOpening, path: string) => void

let opener: Opener | null = null

/** Passes a list and the path of its first item to the viewer. */
export function callViewer(opening: ViewerOpening, path: string): void {
  opener?.(opening, path)
}

/** Registers the viewer's opener. It is needed from the first paint on, so this file imports nothing large. */
export function answerViewer(next: Opener): () => void {
  opener = next
  return () => {
    if (opener === next) opener = null
  }
}

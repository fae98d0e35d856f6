import type { ViewerOpening } from './viewer-item.ts'

type Opener = (opening: ViewerOpening, path: string) => void

let opener: Opener | null = null

/** Hands a list to the place where the viewer stands, with the path of the item to begin with. */
export function callViewer(opening: ViewerOpening, path: string): void {
  opener?.(opening, path)
}

/** For the one place where the viewer stands; it is there from the first paint, so this file knows nothing that is large. */
export function answerViewer(next: Opener): () => void {
  opener = next
  return () => {
    if (opener === next) opener = null
  }
}

import type { ReactElement } from 'react'
import { Gallery } from '#src/features/gallery/gallery.tsx'

export function ExplorePage(): ReactElement {
  return <Gallery kind="explore" />
}

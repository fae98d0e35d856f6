import type { ReactElement } from 'react'
import { Gallery } from './gallery.tsx'

export function ExplorePage(): ReactElement {
  return <Gallery kind="explore" />
}

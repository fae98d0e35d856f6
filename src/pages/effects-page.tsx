import type { ReactElement } from 'react'
import { Gallery } from '#src/features/gallery/gallery.tsx'

export function EffectsPage(): ReactElement {
  return <Gallery kind="effect" />
}

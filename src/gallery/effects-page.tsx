import type { ReactElement } from 'react'
import { Gallery } from './gallery.tsx'

export function EffectsPage(): ReactElement {
  return <Gallery kind="effect" />
}

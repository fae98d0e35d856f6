import type { ReactElement } from 'react'
import type { CropState } from '#shared/domain/crop-geometry.ts'
import type { ComponentText } from '#src/lib/component-locale.ts'
import { toPart } from '#shared/domain/crop-geometry.ts'
import { useSettled } from './use-settled.ts'

interface CropStatusProps {
  readonly state: CropState | null
  readonly isMoving: boolean
  readonly text: ComponentText
}

/** Tells a screen reader where the box has come to rest. */
export function CropStatus({ state, isMoving, text }: CropStatusProps): ReactElement {
  const words = state === null ? '' : text('crop.status', { ...toPart(state), zoom: state.zoom })
  return <output className="visually-hidden">{useSettled(words, isMoving)}</output>
}

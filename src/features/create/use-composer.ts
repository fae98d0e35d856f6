import { createContext, useContext } from 'react'
import type { Composer } from './composer.ts'
import type { PictureDesk } from './create-desk.ts'
import { COMPOSERS } from './composer.ts'

/** Which form the parts below belong to. */
export const ComposerContext = createContext<Composer>(COMPOSERS.CUSTOM)

/** Which of its pictures. */
export const DeskContext = createContext<PictureDesk>(COMPOSERS.CUSTOM.desks[0])

export function useComposer(): Composer {
  return useContext(ComposerContext)
}

export function useDesk(): PictureDesk {
  return useContext(DeskContext)
}

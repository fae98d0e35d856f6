import type { ReactElement } from 'react'
import { addAPIProvider, Icon } from '@iconify/react'
import { iconProvider } from './icon-provider.ts'

addAPIProvider('', iconProvider(location.origin))

/** Asks for a drawing and shows it; nothing where there is none. */
export function IconDrawing({ name }: { readonly name: string }): ReactElement {
  return <Icon icon={name} />
}

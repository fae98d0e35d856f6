import { addAPIProvider, Icon } from '@iconify/react'
import { iconProvider } from './icon-provider.ts'

addAPIProvider('', iconProvider(location.origin))

/** Loads an icon and shows it. Renders nothing if it does not exist. */
export function IconDrawing({ name }: { readonly name: string }) {
  return <Icon icon={name} />
}

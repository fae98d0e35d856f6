import type { ReactElement } from 'react'
import { addAPIProvider, Icon } from '@iconify/react'
import { ICON_PATH, ICON_ROTATE_MS, ICON_TIMEOUT_MS, ICON_URL_MAX_LENGTH } from '#shared/domain/icon-rules.ts'

addAPIProvider('', iconProvider(location.origin))

/** Requests and shows an icon; empty where it does not exist. */
export function IconDrawing({ name }: { readonly name: string }): ReactElement {
  return <Icon icon={name} />
}

/** Settings of the icon component: our own server instead of the public service. */
export function iconProvider(origin: string) {
  return { resources: [origin], path: ICON_PATH, timeout: ICON_TIMEOUT_MS, rotate: ICON_ROTATE_MS, maxURL: ICON_URL_MAX_LENGTH }
}

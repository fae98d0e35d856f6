import { ICON_PATH, ICON_ROTATE_MS, ICON_TIMEOUT_MS, ICON_URL_MAX_LENGTH } from '#shared/domain/icon-rules.ts'

/** The settings of the icon library: it loads icons from this server, not from the public service. */
export function iconProvider(origin: string) {
  return { resources: [origin], path: ICON_PATH, timeout: ICON_TIMEOUT_MS, rotate: ICON_ROTATE_MS, maxURL: ICON_URL_MAX_LENGTH }
}

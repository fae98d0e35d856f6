import { linkedPath } from '#shared/domain/protocol-link.ts'

/** A window that was opened by a link of the app's own kind begins at the screen which that names. Rule: docs/rules.md, "Links that open the app". */
export function openLink(): void {
  const path = linkedPath(location.search)
  if (path !== undefined) history.replaceState(null, '', path)
}

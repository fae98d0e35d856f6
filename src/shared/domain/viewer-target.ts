/** What an address asks to be shown. */
export type ViewerTarget = { readonly kind: 'creation'; readonly id: string } | { readonly kind: 'template'; readonly idOrSlug: string }

const CREATION_ID = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i

/**
 * Reads the parts of an address behind its screen: an id of a creation, with or without its batch behind it, is one of the person's own; else the last part of the address names an item of
 * the galleries, by its slug or its id. Rule: docs/rules.md, "Viewers".
 */
export function viewerTarget(segments: readonly string[]): ViewerTarget {
  const id = segments.find((segment) => CREATION_ID.test(segment))
  if (id !== undefined) return { kind: 'creation', id: id.toLowerCase() }
  return { kind: 'template', idOrSlug: segments.at(-1) ?? '' }
}

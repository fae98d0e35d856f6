/** How wide the landing draws its first picture; the server asks browsers to fetch it in the same words. Rule: docs/rules.md, "Heads". */
export const LANDING_PICTURE_SIZES = '(min-width: 1024px) 50vw, 100vw'

/** What the landing shows first, of a list in the galleries' order: the first with a video, else the first. Rule: docs/rules.md, "Heads". */
export function landingItem<T extends { readonly movieUrl: string | null }>(templates: readonly T[]): T | undefined {
  return templates.find(({ movieUrl }) => movieUrl !== null) ?? templates[0]
}

const OTHER_THAN_LETTERS = /[^\p{L}\p{M}\p{N}]+/gu
const EDGE_HYPHENS = /^-+|-+$/g

/** The last segment of an item's address: its seo path, else its English name in small letters with hyphens. Rule: docs/rules.md, "Templates". */
export function templateSlug(template: { readonly templateSeoPath: string; readonly templateEnName: string }): string {
  return template.templateSeoPath || slugOf(template.templateEnName)
}

/** Letters and digits of any script in small letters, with single hyphens between words. Rule: docs/rules.md, "Templates". */
export function slugOf(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(OTHER_THAN_LETTERS, '-').replace(EDGE_HYPHENS, '')
}

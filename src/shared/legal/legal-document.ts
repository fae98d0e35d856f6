/** A paragraph, the points of a list, or rows of facts. Links stand in the text as `[words](/path)`. */
export type LegalBlock =
  | string
  | { readonly points: readonly string[] }
  | { readonly rows: readonly (readonly [name: string, fact: string])[] }

export interface LegalSection {
  /** Its anchor. */
  readonly id: string
  readonly title: string
  readonly blocks: readonly LegalBlock[]
}

export interface LegalDocument {
  readonly title: string
  /** The day of this version, as `YYYY-MM-DD`. */
  readonly changedOn: string
  /** What it comes to, in a few lines. */
  readonly short: readonly string[]
  readonly sections: readonly LegalSection[]
}

/** Who runs this installation, as far as its configuration says. Rule: docs/content.md, "Legal texts". */
export interface Operator {
  readonly name: string | null
  readonly email: string | null
  readonly address: string | null
}

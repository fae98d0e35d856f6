/** A paragraph, a list, or a table of facts. Text contains links as `[words](/path)`. */
export type LegalBlock =
  | string
  | { readonly points: readonly string[] }
  | { readonly rows: readonly (readonly [name: string, fact: string])[] }

export interface LegalSection {
  readonly id: string
  readonly title: string
  readonly blocks: readonly LegalBlock[]
}

export interface LegalDocument {
  readonly title: string
  /** The date of this version, as `YYYY-MM-DD`. */
  readonly changedOn: string
  /** The summary, in a few lines. */
  readonly short: readonly string[]
  readonly sections: readonly LegalSection[]
}

/** The configured operator of this installation. Rule: docs/content.md, "Legal texts". */
export interface Operator {
  readonly name: string | null
  readonly email: string | null
  readonly address: string | null
}

const DAY_MS = 24 * 60 * 60 * 1000

/** A time in ms as days in words: '7 days', '1 day'. Rule: docs/content.md, "Legal texts". */
export function daysOf(durationMs: number): string {
  const days = Math.round(durationMs / DAY_MS)
  return days === 1 ? '1 day' : `${days} days`
}

/** The lines about the operator and the contact; a neutral sentence if nothing is configured. Rule: docs/content.md, "Legal texts". */
export function operatorLines({ name, email, address }: Operator): readonly string[] {
  if (name === null && email === null && address === null) {
    return [
      'Kinora is software that anyone can run. The operator of this copy has not entered a name yet. You can reach the operator with the form on the [support page](/support).',
    ]
  }
  const operatorLine =
    name === null
      ? 'You can contact the operator of this copy of Kinora as follows.'
      : `This copy of Kinora is run by ${toPlainText(name)}.`
  const mailLines = email === null ? [] : [`Email: [${toPlainText(email)}](mailto:${encodeURIComponent(email).replace('%40', '@')})`]
  const addressLines = address === null ? [] : [`Address: ${toPlainText(address)}`]
  return [operatorLine, ...mailLines, ...addressLines, 'You can also use the form on the [support page](/support).']
}

/** Configured values are plain text, never links. */
function toPlainText(text: string): string {
  return text.replace(/[[\]]/g, '')
}

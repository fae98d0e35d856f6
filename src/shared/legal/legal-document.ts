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

const DAY_MS = 24 * 60 * 60 * 1000

/** A time in ms in words of days: '7 days', '1 day'. Rule: docs/content.md, "Legal texts". */
export function daysOf(durationMs: number): string {
  const days = Math.round(durationMs / DAY_MS)
  return days === 1 ? '1 day' : `${days} days`
}

/** Who answers for this installation, and how to reach them; a neutral sentence where its configuration names nobody. Rule: docs/content.md, "Legal texts". */
export function operatorLines({ name, email, address }: Operator): readonly string[] {
  if (name === null && email === null && address === null) {
    return [
      'Kinora is software that anybody can run. Whoever runs this copy has not written their name here yet. You reach them by the form on the [support page](/support).',
    ]
  }
  const who = name === null ? 'This copy of Kinora is run by the operator below.' : `This copy of Kinora is run by ${plain(name)}.`
  const mail = email === null ? [] : [`E-mail: [${plain(email)}](mailto:${encodeURIComponent(email).replace('%40', '@')})`]
  const place = address === null ? [] : [`Address: ${plain(address)}`]
  return [who, ...mail, ...place, 'You can also write by the form on the [support page](/support).']
}

/** What the configuration says is words, never a link. */
function plain(text: string): string {
  return text.replace(/[[\]]/g, '')
}

/** A yes-or-no question. */
export interface Question {
  readonly title: string
  readonly hint: string
  readonly yes: string
  readonly no: string
}

import { CODE_LENGTH } from '#shared/domain/account-rules.ts'

const SEPARATED_CODE = new RegExp(`(?<!\\d)\\d(?:[\\s\\p{Pd}.]?\\d){${CODE_LENGTH - 1}}(?!\\d)`, 'u')

/** The digits of a code however it was typed or pasted: with spaces or dashes, or with the sentence around it. */
export function parseCode(text: string): string {
  const plain = text.normalize('NFKC')
  return (SEPARATED_CODE.exec(plain)?.[0] ?? plain).replaceAll(/\D/g, '').slice(0, CODE_LENGTH)
}

import { afterAll, beforeAll } from 'vitest'
import { startTexts } from '#src/i18n/i18n.ts'

/** Sets the texts for the tests of a file. If a key has no text, the key itself is shown. */
export function setTexts(words: Readonly<Record<string, string>> = {}): void {
  beforeAll(async () => void (await startTexts(async () => words)))
  afterAll(async () => void (await startTexts(async () => ({}))))
}

import { afterAll, beforeAll } from 'vitest'
import { startTexts } from '#src/i18n/i18n.ts'

/** The words that the tests of a file see; a key without words stands for itself. */
export function setTexts(words: Readonly<Record<string, string>> = {}): void {
  beforeAll(async () => void (await startTexts(async () => words)))
  afterAll(async () => void (await startTexts(async () => ({}))))
}

import { expect, test } from 'vitest'
import { wishWords } from '#src/creations/tasks/task-title.ts'

test.each([
  [{ prompt: 'my cat', templateName: 'Vertigo' }, 'my cat'],
  [{ prompt: '', templateName: 'Vertigo' }, 'Vertigo'],
  [{ prompt: '', templateName: undefined }, ''],
  [{ prompt: '' }, ''],
])('%j is called %j', (settings, words) => {
  expect(wishWords(settings)).toBe(words)
})

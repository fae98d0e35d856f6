import { expect, test } from 'vitest'
import { taskTitle } from '#src/creations/list-work.ts'

test.each([
  [{ prompt: 'my cat', templateName: 'Vertigo' }, 'my cat'],
  [{ prompt: '', templateName: 'Vertigo' }, 'Vertigo'],
  [{ prompt: '', templateName: undefined }, ''],
  [{ prompt: '' }, ''],
])('%j has the title %j', (settings, words) => {
  expect(taskTitle(settings)).toBe(words)
})

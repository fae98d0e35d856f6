import { beforeEach, expect, test } from 'vitest'
import { changeEdit, closeEdit, closeMissedEdits, openEdit, openEdits } from '#src/creations/tasks/open-edits.ts'
import { outboxItem, settings } from '../../fixtures/page/builders.ts'

const item = outboxItem({ id: 'a', settings })
const waitingRow = { id: 'a', isEditable: true }

beforeEach(() => {
  openEdits.all = {}
})

test('a form stays open while its commit can be changed, in any list', () => {
  openEdit(item, 'ann')
  changeEdit('a', { ...settings, prompt: 'other words' })
  expect(closeMissedEdits([waitingRow], 'ann')).toEqual([])
  expect(openEdits.all['a']?.settings.prompt).toBe('other words')
})

test.each([
  ['is on its way', [{ id: 'a', isEditable: false }]],
  ['has arrived', []],
])('a form whose commit %s is closed, and its message shows once', (_, outbox) => {
  openEdit(item, 'ann')
  changeEdit('a', { ...settings, prompt: 'other words' })
  expect(closeMissedEdits(outbox, 'ann')).toMatchObject([{ settings: { prompt: 'other words' } }])
  expect([openEdits.all, closeMissedEdits(outbox, 'ann')]).toEqual([{}, []])
})

test('no message mentions a form that was saved, had no change, or belonged to another user', () => {
  openEdit(item, 'ann')
  closeEdit('a')
  expect(closeMissedEdits([], 'ann')).toEqual([])
  openEdit(item, 'ann')
  expect(closeMissedEdits([], 'ann')).toEqual([])
  openEdit(item, 'ann')
  changeEdit('a', { ...settings, prompt: 'other words' })
  expect([closeMissedEdits([], 'bob'), openEdits.all]).toEqual([[], {}])
})

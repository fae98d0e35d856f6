import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RecordStore } from '#shared/browser/record-store.ts'
import { ok } from '#shared/result.ts'
import { stalledImages, preparedImage as image } from '../../fixtures/page/builders.ts'
import { createComposer } from '#src/create/composer.ts'
import { createFormClearing } from '#src/create/clear-forms.ts'

const prepare = vi.fn()
const disk = new Map<string, unknown>()
const records: RecordStore = {
  read: async () => undefined,
  async remove(key) {
    disk.delete(key)
    return ok(null)
  },
  async write(key, _record, data) {
    disk.set(key, data)
    return ok(null)
  },
  update: (key, record, change) => records.write(key, record, change(undefined)),
}

const composer = createComposer('CUSTOM', { images: { ...stalledImages, prepare }, records, owner: () => 'ada' })
const { forgetForms, hideForms } = createFormClearing({
  composers: [composer],
  promptHistory: { adopt: async () => undefined, forget: async () => undefined, hide: () => undefined },
  lastTemplate: { forget: async () => undefined },
})
const { state, slots } = composer
const [slot] = slots

beforeEach(() => {
  vi.useFakeTimers()
  prepare.mockReset()
})

afterEach(() => vi.useRealTimers())

test('a picture that is still being prepared at the logout is stopped, never shown and never stored', async () => {
  let answer: (value: unknown) => void = () => undefined
  prepare.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const accepting = slot.accept(new File(['private'], 'private.jpg'))
  await forgetForms('ada')
  answer(ok(image))
  await accepting
  await vi.runAllTimersAsync()
  const [signal, , , onStage] = prepare.mock.calls[0] ?? []
  onStage('packing')
  expect([signal.aborted, slot.current(), slot.state.picture, disk.size]).toEqual([true, null, { status: 'none' }, 0])
})

test('a logout empties the form, words and picture, and the device', async () => {
  prepare.mockResolvedValueOnce(ok(image))
  await slot.accept(new File(['private'], 'private.jpg'))
  state.settings = { ...state.settings, prompt: 'half-written' }
  await vi.runAllTimersAsync()
  expect(disk.size).toBe(2)
  await forgetForms('ada')
  await vi.runAllTimersAsync()
  expect([slot.current(), slot.state.picture, state.settings.prompt, disk.size]).toEqual([null, { status: 'none' }, '', 0])
})

test('a form that is put aside is empty here, and its stored draft stays', async () => {
  prepare.mockResolvedValueOnce(ok(image))
  await slot.accept(new File(['private'], 'private.jpg'))
  Object.assign(state, { settings: { ...state.settings, prompt: 'half-written' }, hasChosen: true })
  await vi.runAllTimersAsync()
  const storedDrafts = [...disk.values()]
  composer.drafts.saveSoon()
  hideForms()
  await vi.runAllTimersAsync()
  expect([slot.current(), state.settings.prompt, state.hasChosen]).toEqual([null, '', false])
  expect([...disk.values()]).toEqual(storedDrafts)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ok } from '#shared/result.ts'
import { preparedImage as image } from './builders.ts'
import { COMPOSERS } from '#src/features/create/composer.ts'
import { forgetForms, putFormsAway } from '#src/features/create/forget-forms.ts'

const { prepare, disk } = vi.hoisted(() => ({ prepare: vi.fn(), disk: new Map<string, unknown>() }))

vi.mock('#src/lib/stored-business-user-id.ts', () => ({ storedBusinessUserId: () => 'ada' }))
vi.mock('#src/bridge/image-client.ts', () => ({ imageClient: { prepare, look: () => new Promise(() => undefined) } }))
vi.mock('#shared/browser/record-store.ts', () => ({
  openRecords: () => ({
    remove: async (key: string) => disk.delete(key),
    async write(key: string, _record: unknown, data: unknown) {
      disk.set(key, data)
      return ok(null)
    },
  }),
}))

const { state, desks } = COMPOSERS.CUSTOM
const [desk] = desks

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => vi.useRealTimers())

test('a picture that is still being prepared at the logout is stopped, never shown and never stored', async () => {
  let answer: (value: unknown) => void = () => undefined
  prepare.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const taken = desk.take(new File(['private'], 'private.jpg'))
  await forgetForms('ada')
  answer(ok(image))
  await taken
  await vi.runAllTimersAsync()
  const [signal, , , onStage] = prepare.mock.calls[0] ?? []
  onStage('packing')
  expect([signal.aborted, desk.held(), desk.state.picture, disk.size]).toEqual([true, null, { status: 'none' }, 0])
})

test('a logout empties the form, words and picture, and the device', async () => {
  prepare.mockResolvedValueOnce(ok(image))
  await desk.take(new File(['private'], 'private.jpg'))
  state.settings = { ...state.settings, prompt: 'half-written' }
  await vi.runAllTimersAsync()
  expect(disk.size).toBe(2)
  await forgetForms('ada')
  await vi.runAllTimersAsync()
  expect([desk.held(), desk.state.picture, state.settings.prompt, disk.size]).toEqual([null, { status: 'none' }, '', 0])
})

test('a form that is put away is empty here, and what is stored of it stays', async () => {
  prepare.mockResolvedValueOnce(ok(image))
  await desk.take(new File(['private'], 'private.jpg'))
  Object.assign(state, { settings: { ...state.settings, prompt: 'half-written' }, hasChosen: true })
  await vi.runAllTimersAsync()
  const stored = [...disk.values()]
  putFormsAway()
  await vi.runAllTimersAsync()
  expect([desk.held(), state.settings.prompt, state.hasChosen]).toEqual([null, '', false])
  expect([...disk.values()]).toEqual(stored)
})

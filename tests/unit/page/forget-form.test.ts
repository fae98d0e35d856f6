import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ok } from '#shared/result.ts'
import { preparedImage as image } from './builders.ts'
import { createState } from '#src/features/create/create-state.ts'
import { forgetForm, putFormAway } from '#src/features/create/forget-form.ts'
import { heldPicture } from '#src/features/create/held-picture.ts'
import { takePicture } from '#src/features/create/picture-actions.ts'

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

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => vi.useRealTimers())

test('a picture that is still being prepared at the logout is stopped, never shown and never stored', async () => {
  let answer: (value: unknown) => void = () => undefined
  prepare.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const taken = takePicture(new File(['private'], 'private.jpg'))
  await forgetForm()
  answer(ok(image))
  await taken
  await vi.runAllTimersAsync()
  const [signal, , , onStage] = prepare.mock.calls[0] ?? []
  onStage('packing')
  expect([signal.aborted, heldPicture(), createState.picture, disk.size]).toEqual([true, null, { status: 'none' }, 0])
})

test('a logout empties the form, words and picture, and the device', async () => {
  prepare.mockResolvedValueOnce(ok(image))
  await takePicture(new File(['private'], 'private.jpg'))
  createState.settings = { ...createState.settings, prompt: 'half-written' }
  await vi.runAllTimersAsync()
  expect(disk.size).toBe(2)
  await forgetForm()
  await vi.runAllTimersAsync()
  expect([heldPicture(), createState.picture, createState.settings.prompt, disk.size]).toEqual([null, { status: 'none' }, '', 0])
})

test('a form that is put away is empty here, and what is stored of it stays', async () => {
  prepare.mockResolvedValueOnce(ok(image))
  await takePicture(new File(['private'], 'private.jpg'))
  Object.assign(createState, { settings: { ...createState.settings, prompt: 'half-written' }, hasChosen: true })
  await vi.runAllTimersAsync()
  const stored = [...disk.values()]
  putFormAway()
  await vi.runAllTimersAsync()
  expect([heldPicture(), createState.settings.prompt, createState.hasChosen]).toEqual([null, '', false])
  expect([...disk.values()]).toEqual(stored)
})

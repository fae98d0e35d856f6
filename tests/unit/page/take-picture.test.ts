import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PreparedImage } from '#shared/contract/image-contract.ts'
import { fail, ok } from '#shared/result.ts'
import { removePicture, stopPreparing, takePicture } from '#src/features/create/create-actions.ts'
import { createState } from '#src/features/create/create-state.ts'
import { heldPicture } from '#src/features/create/held-picture.ts'

const prepare = vi.hoisted(() => vi.fn())

vi.mock('#src/bridge/image-client.ts', () => ({ imageClient: { prepare } }))
vi.mock('#src/bridge/hub-client.ts', () => ({ hub: {} }))
vi.mock('#src/features/create/draft-store.ts', () => ({ readDraft: vi.fn(), saveDraftSoon: vi.fn() }))

const image = {
  blob: new Blob(['picture']),
  width: 1200,
  height: 800,
  sha256: 'a',
  sourceBytes: 7,
  sourceWidth: 1200,
  sourceHeight: 800,
  cut: null,
  shrinkPasses: 0,
  isFirstFrameOnly: false,
} satisfies PreparedImage

const refused = fail({ code: 'image_broken', retry: 'never' })

beforeEach(async () => {
  prepare.mockResolvedValueOnce(ok(image))
  await takePicture(new File([], 'good.jpg'))
})

afterEach(() => removePicture())

test('a refused file leaves the good picture held and shown, with the refusal beside it', async () => {
  prepare.mockResolvedValueOnce(refused)
  await takePicture(new File([], 'bad.txt'))
  expect(heldPicture()?.name).toBe('good.jpg')
  expect(createState.picture).toMatchObject({ status: 'ready', facts: { name: 'good.jpg' }, refusal: { name: 'bad.txt' } })
})

test('stopping a replacement brings the good picture back', () => {
  prepare.mockReturnValueOnce(new Promise(() => undefined))
  void takePicture(new File([], 'slow.jpg'))
  expect([createState.picture.status, heldPicture()?.name]).toEqual(['preparing', 'good.jpg'])
  stopPreparing()
  expect(createState.picture).toMatchObject({ status: 'ready', facts: { name: 'good.jpg' }, refusal: null })
})

test('a good replacement takes the place of the picture before it', async () => {
  prepare.mockResolvedValueOnce(ok(image))
  await takePicture(new File([], 'better.jpg'))
  expect(heldPicture()?.name).toBe('better.jpg')
})

test('a refused file without a picture before it is all there is', async () => {
  removePicture()
  prepare.mockResolvedValueOnce(refused)
  await takePicture(new File([], 'bad.txt'))
  expect(createState.picture).toMatchObject({ status: 'refused', name: 'bad.txt' })
})

import { expect, it } from 'vitest'
import type { Creation } from '#shared/api/generation.ts'
import type { AppError } from '#shared/app-error.ts'
import type { EditOrder, MadeMedia } from '#shared/contract/media-contract.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import type { MadeItem } from '#shared/storage/made-media-record.ts'
import { joinExtensions, joinOrder } from '#src/editing/join-extended.ts'
import { creation } from '../../fixtures/page/builders.ts'

const facts = { width: 1280, height: 720, frames: 144, hasSound: false }
const made: MadeMedia = { blob: new Blob(['joined']), width: 1280, height: 720, frames: 287 }
const EXTENSION = { taskId: 'second', extendedId: 'first' }
const DELETED: AppError = { code: 'H4001', retry: 'never' }
const OFFLINE: AppError = { code: 'media_missing', retry: 'later' }
const FULL: AppError = { code: 'storage_full', retry: 'never' }

/** A device whose next calls fail with the errors of `failing`. */
function device() {
  const joined = new Set<string>()
  const orders: EditOrder[] = []
  const names: string[] = []
  const told: (string | null)[] = []
  const failing: Partial<Record<'query' | 'open' | 'make' | 'keep', AppError | undefined>> = {}
  const answer = <T>(error: AppError | undefined, value: T): Result<T> => (error === undefined ? ok(value) : fail(error))
  const deps = {
    store: {
      unjoined: async (ids: readonly string[]) => ids.filter((id) => !joined.has(id)),
      async noteJoined(id: string) {
        joined.add(id)
        return ok(null)
      },
      async keep(media: MadeMedia, name: string): Promise<Result<MadeItem>> {
        names.push(name)
        return answer(failing.keep, { ...media, id: 'made', owner: '', name, madeAtMs: 1 })
      },
    },
    query: async (id: string): Promise<Result<Creation>> => answer(failing.query, creation(id, 0)),
    open: async ({ id }: Creation) => answer(failing.open, { blob: new Blob([id]), facts }),
    async make(order: EditOrder) {
      orders.push(order)
      return answer(failing.make, made)
    },
    async tell(result: Result<MadeItem>, { id }: Creation) {
      told.push(result.ok ? id : result.error.code)
    },
  }
  return { joined, orders, names, told, failing, join: () => joinExtensions([EXTENSION], deps) }
}

it('an extension is joined to the video before it, once, and that is told', async () => {
  const { join, orders, names, told } = device()
  expect(await join()).toBe(true)
  expect(await Promise.all((orders[0]?.clips ?? []).map((clip) => clip.text()))).toEqual(['first', 'second'])
  expect(names).toEqual([expect.stringMatching(/-extended\.mp4$/)])
  expect(await join()).toBe(true)
  expect(orders).toHaveLength(1)
  expect(told).toEqual(['second'])
})

it('the frame that both videos share stands once', () => {
  const [first, second] = [
    { blob: new Blob(), facts },
    { blob: new Blob(), facts },
  ]
  expect(joinOrder(first, second)).toMatchObject({
    trim: { from: 0, to: 143 },
    crop: { x: 0, y: 0, width: 1280, height: 720 },
    loop: 'none',
    sound: { kind: 'own' },
    format: 'mp4',
  })
})

it('without a connection it is tried again, and joined then', async () => {
  const { join, failing, told } = device()
  failing.query = OFFLINE
  expect(await join()).toBe(false)
  Object.assign(failing, { query: undefined, open: { code: 'media_missing', retry: 'now' } satisfies AppError })
  expect(await join()).toBe(false)
  expect(told).toEqual([])
  failing.open = undefined
  expect(await join()).toBe(true)
  expect(told).toEqual(['second'])
})

it('a video that is deleted ends it without a word', async () => {
  const { join, failing, joined, told } = device()
  failing.query = DELETED
  expect(await join()).toBe(true)
  expect([...joined]).toEqual(['second'])
  expect(told).toEqual([])
})

it.each(['make', 'keep'] as const)('a failure to %s is said once, and not tried again by itself', async (step) => {
  const { join, failing, orders, told } = device()
  failing[step] = { ...FULL, retry: 'now' }
  expect(await join()).toBe(true)
  expect(await join()).toBe(true)
  expect(orders).toHaveLength(1)
  expect(told).toEqual(['storage_full'])
})

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { ok } from '#shared/result.ts'
import { identityRecord } from '#shared/storage/hub-records.ts'

const answers = vi.hoisted(() => ({ history: [] as unknown[], hold: Promise.resolve() }))
const identity = vi.hoisted(() => ({ businessUserId: '' }))

vi.mock('#src/lib/api.ts', () => ({
  api: {
    call: async () => {
      const data = answers.history
      await answers.hold
      return ok({ data, totalSize: data.length })
    },
  },
}))
vi.mock('#src/lib/identity.ts', () => {
  const current = async () => ({ ...identityRecord.fallback(), ...identity })
  return { currentIdentity: () => ({ ...identity }), identityReady: current, rereadIdentity: current }
})

const { followIdentity } = await import('#src/app/follow-identity.ts')
const { createState } = await import('#src/features/create/create-state.ts')
const { loadHistory } = await import('#src/features/history/history-actions.ts')
const { historyState } = await import('#src/features/history/history-state.ts')
const { hubState } = await import('#src/lib/hub-mirror.ts')

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  globalThis.IDBKeyRange = IDBKeyRange
})

function change(businessUserId: string): void {
  identity.businessUserId = businessUserId
  hubState.identity = { epoch: (hubState.identity?.epoch ?? 0) + 1, businessUserId }
}

test('a login in another tab shows the account’s list and keeps the draft; a logout empties both', async () => {
  change('')
  const stop = followIdentity()
  answers.history = [{ id: 'of the visitor' }]
  await loadHistory()
  createState.settings = { ...createState.settings, prompt: 'half-written' }

  answers.history = [{ id: 'of ada' }]
  change('ada')
  await vi.waitFor(() => expect(historyState.creations).toEqual([{ id: 'of ada' }]))
  expect(createState.settings.prompt).toBe('half-written')

  answers.history = []
  change('')
  await vi.waitFor(() => expect(createState.settings.prompt).toBe(''))
  await vi.waitFor(() => expect(historyState).toMatchObject({ creations: [], status: 'ready' }))
  stop()
})

test('a list that was asked for before the logout is not shown after it', async () => {
  change('ada')
  const stop = followIdentity()
  await vi.waitFor(() => expect(historyState.status).toBe('ready'))
  let letGo = (): void => undefined
  answers.hold = new Promise((resolve) => (letGo = resolve))
  answers.history = [{ id: 'of ada' }]
  const old = loadHistory()
  answers.history = []
  change('')
  await vi.waitFor(() => expect(historyState.status).toBe('loading'))
  letGo()
  await old
  await vi.waitFor(() => expect(historyState.status).toBe('ready'))
  expect(historyState.creations).toEqual([])
  stop()
})

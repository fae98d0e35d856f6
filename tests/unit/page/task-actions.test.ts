import { beforeEach, expect, test, vi } from 'vitest'
import { editCommit, retryRefused } from '#src/features/tasks/task-actions.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { ok } from '#shared/result.ts'
import { outboxItem, settings, work } from './builders.ts'

const announceOutcome = vi.hoisted(() => vi.fn(async () => undefined))
const showToast = vi.hoisted(() => vi.fn(async () => undefined))
const api = vi.hoisted(() => ({ retry: vi.fn(), edit: vi.fn() }))

vi.mock('#src/bridge/hub-client.ts', () => ({ hub: { api } }))
vi.mock('#src/lib/announce-outcome.ts', () => ({ announceOutcome }))
vi.mock('#src/ui/toast.ts', () => ({ showToast }))
vi.mock('#src/lib/i18n.ts', () => ({ text: (key: string) => key }))

beforeEach(() => {
  vi.clearAllMocks()
  api.retry.mockResolvedValue(ok(null))
  api.edit.mockResolvedValue(ok(null))
  hubState.work = work({ outbox: [outboxItem({ id: 'refused', state: 'refused' }), outboxItem({ id: 'waiting' })] })
})

test('what becomes of a refused commit that is sent again is told', async () => {
  await retryRefused('refused')
  await editCommit('refused', { settings, priceCeiling: 70 })
  expect(announceOutcome.mock.calls).toEqual([
    ['refused', showToast, true],
    ['refused', showToast, true],
  ])
})

test('a waiting commit that is changed is told by the one who made it', async () => {
  await editCommit('waiting', { settings, priceCeiling: 70 })
  expect(announceOutcome).not.toHaveBeenCalled()
})

test('nothing is told of a commit that could not be sent again but that', async () => {
  api.retry.mockResolvedValue({ ok: false, error: { code: 'H4021', retry: 'never' } })
  await retryRefused('refused')
  expect(announceOutcome).not.toHaveBeenCalled()
  expect(showToast).toHaveBeenCalledTimes(1)
})

import { beforeEach, expect, test, vi } from 'vitest'
import type { Notice } from '#src/lib/notice-ring.ts'
import { NOTICES_KEPT } from '#shared/domain/toast-rules.ts'
import { isUnread, withNotice } from '#src/lib/notice-ring.ts'

const local = vi.hoisted(() => new Map<string, string>())
const who = vi.hoisted(() => ({ id: '' }))
const otherTab = vi.hoisted(() => ({ hear: (_: { key: string | null }): void => undefined }))
vi.hoisted(() => Object.assign(globalThis, { addEventListener: (_: string, hear: typeof otherTab.hear) => (otherTab.hear = hear) }))
vi.mock('#src/lib/local-values.ts', () => ({
  readLocal: (key: string) => local.get(key) ?? null,
  writeLocal: (key: string, value: string) => local.set(key, value),
  removeLocal: (key: string) => local.delete(key),
}))
vi.mock('#src/lib/stored-business-user-id.ts', () => ({ storedBusinessUserId: () => who.id }))

const KEY = 'kinora.noticeHistory'
const told = (title: string, atMs: number, id?: string): Notice => ({ title, color: 'info', atMs, ...(id === undefined ? {} : { id }) })

beforeEach(() => {
  local.clear()
  who.id = ''
  vi.resetModules()
})

const open = () => import('#src/lib/notices.ts')
const titles = ({ noticeShelf }: Awaited<ReturnType<typeof open>>) => noticeShelf.notices.map(({ title }) => title)

test('the newest 30 are kept, newest first', () => {
  let ring: readonly Notice[] = []
  for (let at = 1; at <= NOTICES_KEPT + 3; at++) ring = withNotice(ring, told(`n${at}`, at), false)
  expect(ring).toHaveLength(30)
  expect([ring[0]?.title, ring.at(-1)?.title]).toEqual(['n33', 'n4'])
})

test('a toast in the place of another takes its place in the history, a later one of the same id does not', () => {
  const ring = [told('other', 2), told('first', 1, 'copy')]
  expect(withNotice(ring, told('second', 3, 'copy'), true).map(({ title }) => title)).toEqual(['second', 'other'])
  expect(withNotice(ring, told('second', 3, 'copy'), false)).toHaveLength(3)
})

test('new is what came after the last look', () => {
  expect([isUnread({ atMs: 5 }, 4), isUnread({ atMs: 4 }, 4)]).toEqual([true, false])
})

test('they are there after a reload, without what a press on them did, and after a look they are not new', async () => {
  const notices = await open()
  notices.keepNotice({ title: 'Saved', description: 'In the downloads', color: 'success', action: { label: 'x' } } as never, false, 7)
  notices.markNoticesSeen(9)
  vi.resetModules()
  const { noticeShelf } = await open()
  expect(noticeShelf).toEqual({ seenAtMs: 9, notices: [{ title: 'Saved', description: 'In the downloads', color: 'success', atMs: 7 }] })
})

test('what two tabs tell is kept of both, and each hears of the other', async () => {
  const one = await open()
  one.keepNotice(told('one', 1), false, 1)
  vi.resetModules()
  const two = await open()
  two.keepNotice(told('two', 2), false, 2)
  one.keepNotice(told('three', 3), false, 3)
  expect(titles(one)).toEqual(['three', 'two', 'one'])
  otherTab.hear({ key: KEY })
  expect(titles(two)).toEqual(['three', 'two', 'one'])
})

test("an account's are shown to nobody else, and the next word told wipes them off this device", async () => {
  who.id = 'ada'
  ;(await open()).keepNotice(told('hers', 1), false, 1)
  who.id = 'bob'
  vi.resetModules()
  const his = await open()
  expect(titles(his)).toEqual([])
  his.keepNotice(told('his', 2), false, 2)
  expect(titles(his)).toEqual(['his'])
  expect(local.get(KEY)).not.toContain('hers')
})

test("a visitor's come along into the account", async () => {
  ;(await open()).keepNotice(told('before', 1), false, 1)
  who.id = 'ada'
  vi.resetModules()
  expect(titles(await open())).toEqual(['before'])
})

test('forgotten is forgotten here, on the device and in the other tab', async () => {
  const notices = await open()
  notices.keepNotice(told('gone', 1), false, 1)
  notices.forgetNotices()
  expect([titles(notices), local.size]).toEqual([[], 0])
})

test('anything broken in the store is an empty history', async () => {
  for (const stored of ['{', '[]', JSON.stringify({ owner: '', seenAtMs: 0, notices: [{ title: 1 }] })]) {
    local.set(KEY, stored)
    vi.resetModules()
    expect(titles(await open())).toEqual([])
  }
})

import { beforeEach, expect, test } from 'vitest'
import { type Notice, createNotices, isUnread, withNotice } from '#src/app/notices/create-notices.ts'
import { MAX_STORED_NOTICES } from '#shared/domain/toast-rules.ts'

let local: string | null
let owner: string
let changeElsewhere: () => void
const makeNotice = (title: string, atMs: number, id?: string): Notice => ({
  title,
  color: 'info',
  atMs,
  ...(id === undefined ? {} : { id }),
})

beforeEach(() => {
  local = null
  owner = ''
})

/** Opens another tab of this browser. */
const open = () =>
  createNotices({
    stored: {
      read: () => local,
      write: (value) => (local = value),
      remove: () => (local = null),
      onChangeElsewhere: (onChange) => (changeElsewhere = onChange),
    },
    owner: () => owner,
  })
const titles = ({ noticeHistory }: ReturnType<typeof open>) => noticeHistory.notices.map(({ title }) => title)

test('the newest 30 are stored, newest first', () => {
  let ring: readonly Notice[] = []
  for (let at = 1; at <= MAX_STORED_NOTICES + 3; at++) ring = withNotice(ring, makeNotice(`n${at}`, at), false)
  expect(ring).toHaveLength(30)
  expect([ring[0]?.title, ring.at(-1)?.title]).toEqual(['n33', 'n4'])
})

test('a toast that replaces another one replaces it in the history, a later one of the same id does not', () => {
  const ring = [makeNotice('other', 2), makeNotice('first', 1, 'copy')]
  expect(withNotice(ring, makeNotice('second', 3, 'copy'), true).map(({ title }) => title)).toEqual(['second', 'other'])
  expect(withNotice(ring, makeNotice('second', 3, 'copy'), false)).toHaveLength(3)
})

test('notices after the last visit are new', () => {
  expect([isUnread({ atMs: 5 }, 4), isUnread({ atMs: 4 }, 4)]).toEqual([true, false])
})

test('they are there after a reload, without their buttons, and after a visit they are not new', () => {
  const notices = open()
  notices.storeNotice({ title: 'Saved', description: 'In the downloads', color: 'success', action: { label: 'x' } } as never, false, 7)
  notices.markNoticesSeen(9)
  const { noticeHistory } = open()
  expect(noticeHistory).toEqual({ seenAtMs: 9, notices: [{ title: 'Saved', description: 'In the downloads', color: 'success', atMs: 7 }] })
})

test('the notices of two tabs are both stored, and each tab shows the other’s', () => {
  const one = open()
  one.storeNotice(makeNotice('one', 1), false, 1)
  const two = open()
  two.storeNotice(makeNotice('two', 2), false, 2)
  one.storeNotice(makeNotice('three', 3), false, 3)
  expect(titles(one)).toEqual(['three', 'two', 'one'])
  changeElsewhere()
  expect(titles(two)).toEqual(['three', 'two', 'one'])
})

test("an account's are shown to nobody else, and the next notice removes them from this device", () => {
  owner = 'ada'
  open().storeNotice(makeNotice('hers', 1), false, 1)
  owner = 'bob'
  const his = open()
  expect(titles(his)).toEqual([])
  his.storeNotice(makeNotice('his', 2), false, 2)
  expect(titles(his)).toEqual(['his'])
  expect(local).not.toContain('hers')
})

test("a visitor's are moved to the account", () => {
  open().storeNotice(makeNotice('before', 1), false, 1)
  owner = 'ada'
  expect(titles(open())).toEqual(['before'])
})

test('a reset removes them here, on the device and in the other tab', () => {
  const notices = open()
  notices.storeNotice(makeNotice('gone', 1), false, 1)
  notices.forgetNotices()
  expect([titles(notices), local]).toEqual([[], null])
})

test('any corrupt store is an empty history', () => {
  for (const stored of ['{', '[]', JSON.stringify({ owner: '', seenAtMs: 0, notices: [{ title: 1 }] })]) {
    local = stored
    expect(titles(open())).toEqual([])
  }
})

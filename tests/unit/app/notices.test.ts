import { beforeEach, expect, test } from 'vitest'
import { type Notice, createNotices, isUnread, withNotice } from '#src/app/notices/create-notices.ts'
import { MAX_STORED_NOTICES } from '#shared/domain/toast-rules.ts'

let storedText: string | null
let owner: string
let changeElsewhere: () => void
const makeNotice = (title: string, atMs: number, id?: string): Notice => ({
  title,
  color: 'info',
  atMs,
  ...(id === undefined ? {} : { id }),
})

beforeEach(() => {
  storedText = null
  owner = ''
})

/** Opens another tab of this browser. */
const openTab = () =>
  createNotices({
    stored: {
      read: () => storedText,
      write: (value) => (storedText = value),
      remove: () => (storedText = null),
      onChangeElsewhere: (onChange) => (changeElsewhere = onChange),
    },
    owner: () => owner,
  })
const titles = ({ noticeHistory }: ReturnType<typeof openTab>) => noticeHistory.notices.map(({ title }) => title)

test('the newest 30 are stored, newest first', () => {
  let noticeList: readonly Notice[] = []
  for (let atMs = 1; atMs <= MAX_STORED_NOTICES + 3; atMs++) noticeList = withNotice(noticeList, makeNotice(`n${atMs}`, atMs), false)
  expect(noticeList).toHaveLength(30)
  expect([noticeList[0]?.title, noticeList.at(-1)?.title]).toEqual(['n33', 'n4'])
})

test('a toast that replaces another one replaces it in the history, a later one of the same id does not', () => {
  const noticeList = [makeNotice('other', 2), makeNotice('first', 1, 'copy')]
  expect(withNotice(noticeList, makeNotice('second', 3, 'copy'), true).map(({ title }) => title)).toEqual(['second', 'other'])
  expect(withNotice(noticeList, makeNotice('second', 3, 'copy'), false)).toHaveLength(3)
})

test('notices after the last visit are new', () => {
  expect([isUnread({ atMs: 5 }, 4), isUnread({ atMs: 4 }, 4)]).toEqual([true, false])
})

test('they are there after a reload, without their buttons, and after a visit they are not new', () => {
  const notices = openTab()
  notices.storeNotice({ title: 'Saved', description: 'In the downloads', color: 'success', action: { label: 'x' } } as never, false, 7)
  notices.markNoticesSeen(9)
  const { noticeHistory } = openTab()
  expect(noticeHistory).toEqual({ seenAtMs: 9, notices: [{ title: 'Saved', description: 'In the downloads', color: 'success', atMs: 7 }] })
})

test('the notices of two tabs are both stored, and each tab shows the other’s', () => {
  const firstTab = openTab()
  firstTab.storeNotice(makeNotice('one', 1), false, 1)
  const secondTab = openTab()
  secondTab.storeNotice(makeNotice('two', 2), false, 2)
  firstTab.storeNotice(makeNotice('three', 3), false, 3)
  expect(titles(firstTab)).toEqual(['three', 'two', 'one'])
  changeElsewhere()
  expect(titles(secondTab)).toEqual(['three', 'two', 'one'])
})

test("an account's are shown to nobody else, and the next notice removes them from this device", () => {
  owner = 'ada'
  openTab().storeNotice(makeNotice('hers', 1), false, 1)
  owner = 'bob'
  const bobsTab = openTab()
  expect(titles(bobsTab)).toEqual([])
  bobsTab.storeNotice(makeNotice('his', 2), false, 2)
  expect(titles(bobsTab)).toEqual(['his'])
  expect(storedText).not.toContain('hers')
})

test("a visitor's are moved to the account", () => {
  openTab().storeNotice(makeNotice('before', 1), false, 1)
  owner = 'ada'
  expect(titles(openTab())).toEqual(['before'])
})

test('a reset removes them here, on the device and in the other tab', () => {
  const notices = openTab()
  notices.storeNotice(makeNotice('gone', 1), false, 1)
  notices.forgetNotices()
  expect([titles(notices), storedText]).toEqual([[], null])
})

test('any corrupt store is an empty history', () => {
  for (const corruptText of ['{', '[]', JSON.stringify({ owner: '', seenAtMs: 0, notices: [{ title: 1 }] })]) {
    storedText = corruptText
    expect(titles(openTab())).toEqual([])
  }
})

import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { posterSources, smallestPoster, POSTER_WIDTHS } from '#shared/domain/poster-sources.ts'
import { KEY_GROUPS } from '#src/account/settings/keys-section.tsx'
import { VIEWER_KEY_GROUP, VIEWER_KEYS } from '#src/viewer/viewer-keys.ts'
import { noticeState } from '#src/account/settings/notices-section.tsx'
import { TOPICS } from '#shared/domain/support-rules.ts'
import { savesData } from '#src/browser/saves-data.ts'

const textsOf = (file: string) => JSON.parse(readFileSync(`public/locales/en/${file}.json`, 'utf8')) as Record<string, string>

afterEach(() => vi.unstubAllGlobals())

describe('saving data', () => {
  test.each([
    ['auto', true, true],
    ['auto', false, false],
    ['auto', undefined, false],
    ['on', false, true],
    ['off', true, false],
  ] as const)('%s on a device with %s is %s', (choice, saveData, isSaving) => {
    vi.stubGlobal('navigator', saveData === undefined ? {} : { connection: { saveData } })
    expect(savesData(choice)).toBe(isSaving)
  })

  test('chooses the smallest picture', () => {
    const [smallestWidth] = POSTER_WIDTHS
    expect(smallestPoster({ firstImageUrl: '/media/a.webp', width: 1280 })).toBe(`/media/a.webp?width=${smallestWidth} ${smallestWidth}w`)
    expect(smallestPoster({ firstImageUrl: '/media/a.webp', width: smallestWidth })).toBe(`/media/a.webp ${smallestWidth}w`)
    expect(posterSources({ firstImageUrl: '/media/a.webp', width: 1280 })).toContain('1280w')
  })
})

test.each([
  [undefined, 'on', 'unsupported'],
  ['denied', 'on', 'blocked'],
  ['default', 'unasked', 'open'],
  ['default', 'on', 'open'],
  ['granted', 'on', 'on'],
  ['granted', 'unasked', 'on'],
  ['granted', 'off', 'off'],
] as const)('with the permission %s and the setting %s notifications are %s', (permission, preference, state) => {
  expect(noticeState(permission, preference)).toBe(state)
})

test('every key and its action has a text', () => {
  const texts = textsOf('account')
  const keys = KEY_GROUPS.flatMap(({ rows }) => rows.flatMap((row) => row.keys.flatMap((combination) => combination.split(' + '))))
  for (const key of keys.filter((each) => each.length > 1)) expect(texts).toHaveProperty([`account.key.${key}`])
  for (const { id, rows } of KEY_GROUPS) {
    expect(texts).toHaveProperty([`account.keys.${id}`])
    for (const { does } of rows) expect(texts).toHaveProperty([does])
  }
})

test('every key of the viewer is listed', () => {
  const texts = textsOf('account')
  const { rows } = VIEWER_KEY_GROUP
  expect(rows.flatMap(({ keys }) => keys)).toEqual([...Object.keys(VIEWER_KEYS), 'Escape'])
  for (const key of ['Space', 'Delete', 'Escape', 'ArrowLeft']) expect(texts).toHaveProperty([`account.key.${key}`])
  for (const { does } of rows) expect(textsOf('viewer')).toHaveProperty([does])
})

test('every question has an answer', () => {
  const texts = textsOf('support')
  for (const [topic, questions] of Object.entries(TOPICS))
    for (const question of questions)
      for (const suffix of ['', '.answer']) expect(texts).toHaveProperty([`support.${topic}.${question}${suffix}`])
})

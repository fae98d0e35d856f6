import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ERROR_CATALOGUE } from '#shared/error-codes.ts'
import { LOCAL_ERROR_CODES } from '#shared/result.ts'
import { IMAGE_PROBLEM_CODES, MEDIA_PROBLEM_CODES } from '#shared/device-problem.ts'

const readTexts = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../../public/locales/${path}.json`, import.meta.url), 'utf8')) as Record<string, string>
const keysOf = (texts: Record<string, string>, start: string) =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => key.startsWith(start)))
const commonTexts = readTexts('en/common')
const errorTexts = readTexts('en/errors')
const accountTexts = readTexts('en/account')
const billingTexts = { ...readTexts('en/billing'), ...readTexts('en/plan') }
const createTexts = readTexts('en/create')
const sourceDir = new URL('../../../src/', import.meta.url)
const sources = readdirSync(sourceDir, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('shared'))
  .map((file) => readFileSync(new URL(file.replaceAll('\\', '/'), sourceDir), 'utf8'))
  .join('\n')

describe('texts', () => {
  const codes = [...Object.keys(ERROR_CATALOGUE), ...LOCAL_ERROR_CODES, ...IMAGE_PROBLEM_CODES, ...MEDIA_PROBLEM_CODES]

  test.each(codes)('%s has a sentence with the event and the next step', (code) => {
    const words = errorTexts[`beautyError.${code}`] ?? ''
    expect(words).toMatch(/^[A-Z].*[^.]\.$/)
    expect(words.split(/[.:,] /).length, words).toBeGreaterThan(1)
    expect(words).not.toMatch(/\b[A-Z]\d{3,}|_|undefined|null|\{\{/)
  })

  test.each(codes.filter((code) => /^(?:40001|H\d+|ORDER_)/.test(code)))('%s says what happened to the money', (code) => {
    expect(errorTexts[`beautyError.${code}`]).toMatch(
      /you (?:weren't|won't be) charged|nothing (?:more )?was (?:charged|changed)|no points were used|can't be refunded/,
    )
  })

  test('no error sentence is unused', () => {
    const loadCodes = codes.filter((code) => `loadError.${code}` in errorTexts)
    expect(Object.keys(errorTexts).toSorted()).toEqual(
      ['loadError.offline', ...loadCodes.map((code) => `loadError.${code}`), ...codes.map((code) => `beautyError.${code}`)].toSorted(),
    )
  })

  test('every key in the sources exists, plural forms included', () => {
    const usedKeys = [...sources.matchAll(/'([a-z][A-Za-z]*\.[A-Za-z.]+)'/g)]
      .map(([, key = '']) => key)
      .filter((key) =>
        /^(app|banner|create|credits|cropDemo|dialog|footer|intake|nav|notify|preflight|preview|stage|taskState|tasks|theme|title|toast|update|work)\./.test(
          key,
        ),
      )
    expect(usedKeys.length).toBeGreaterThan(100)
    expect(usedKeys.filter((key) => !(key in commonTexts) && !(`${key}_other` in commonTexts))).toEqual([])
  })

  test('every key of the account screens in the sources exists, and no other', () => {
    const knownKeys = Object.keys(accountTexts).map((key) => key.replace(/_(?:one|other)$/, ''))
    const usedKeys = [...sources.matchAll(/'(account\.[A-Za-z_.]+)'/g)].map(([, key = '']) => key)
    const keyStarts = [...sources.matchAll(/`(account\.[A-Za-z.]+\.)\$\{/g)].map(([, start = '']) => start)
    expect(usedKeys.filter((key) => !knownKeys.includes(key))).toEqual([])
    expect(knownKeys.filter((key) => !usedKeys.includes(key) && !keyStarts.some((start) => key.startsWith(start)))).toEqual([])
  })

  test('every key of the forms in the sources exists, and no other', () => {
    const knownKeys = new Set(Object.keys(createTexts).map((key) => key.replace(/_(?:one|other)$/, '')))
    const usedKeys = new Set([...sources.matchAll(/'(compose\.[A-Za-z_.]+)'/g)].map(([, key = '']) => key))
    expect([...usedKeys].filter((key) => !knownKeys.has(key))).toEqual([])
    expect([...knownKeys].filter((key) => !usedKeys.has(key))).toEqual([])
  })

  test.each([
    ['gallery', readTexts('en/gallery')],
    ['home', readTexts('en/home')],
    ['landing', readTexts('en/landing')],
    ['viewer', readTexts('en/viewer')],
    ['history', { ...readTexts('en/history'), ...keysOf(commonTexts, 'history.') }],
    ['action', keysOf(commonTexts, 'action.')],
  ])('every key of %s in the sources exists, and no other', (name, texts) => {
    const knownKeys = new Set(Object.keys(texts).map((key) => key.replace(/_(?:one|other)$/, '')))
    const usedKeys = new Set([...sources.matchAll(new RegExp(`'(${name}\\.[A-Za-z_.]+)'`, 'g'))].map(([, key = '']) => key))
    const keyStarts = [...sources.matchAll(new RegExp(`\`(${name}\\.(?:[A-Za-z]+\\.)*)\\$\\{`, 'g'))].map(([, start = '']) => start)
    expect([...usedKeys].filter((key) => !knownKeys.has(key))).toEqual([])
    expect([...knownKeys].filter((key) => !usedKeys.has(key) && !keyStarts.some((start) => key.startsWith(start)))).toEqual([])
  })

  test('every key of the texts about money in the sources exists, and no other', () => {
    const knownKeys = Object.keys(billingTexts).map((key) => key.replace(/_(?:one|other)$/, ''))
    const usedKeys = [...sources.matchAll(/'((?:billing|topUp|errors|success)\.[A-Za-z_.]+)'/g)].map(([, key = '']) => key)
    const keyStarts = [...sources.matchAll(/`((?:billing|topUp)\.[A-Za-z.]+\.)\$\{/g)].map(([, start = '']) => start)
    expect(usedKeys.filter((key) => !knownKeys.includes(key))).toEqual([])
    expect(knownKeys.filter((key) => !usedKeys.includes(key) && !keyStarts.some((start) => key.startsWith(start)))).toEqual([])
  })

  test('the toasts have the specified texts', () => {
    expect(commonTexts['taskCommitted']).toBe('Task committed')
    expect(commonTexts['taskCommitFailed']).toBe('Task commit failed')
    expect(commonTexts['taskSuccessfully']).toBe('A background task finished successfully')
    expect(commonTexts['taskFailed']).toBe('A background task execution failed')
    expect(commonTexts['app.loading']).toBe('Loading...')
  })

  test('a commit without an answer shows as possibly charged, and not as older than it is', () => {
    expect(errorTexts['beautyError.outcome_unknown']).toMatch(/points may have been used/)
    expect(errorTexts['beautyError.outcome_unknown']).not.toMatch(/week/)
  })

  test.each([
    'en/account',
    'en/billing',
    'en/common',
    'en/create',
    'en/errors',
    'en/gallery',
    'en/history',
    'en/home',
    'en/landing',
    'en/plan',
    'en/viewer',
  ])('the keys of %s are sorted', (path) => {
    const keys = Object.keys(readTexts(path))
    expect(keys).toEqual(keys.toSorted())
  })
})

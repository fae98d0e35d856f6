import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ITEM_TITLE, matchRoute, ROUTES, SCREEN_NAMES, screenHead } from '#shared/domain/screens.ts'

const texts = ['common', 'head'].map((file) => {
  return JSON.parse(readFileSync(new URL(`../../../public/locales/en/${file}.json`, import.meta.url), 'utf8')) as Record<string, string>
})
const [common = {}, head = {}] = texts
const HEADS = [...SCREEN_NAMES, undefined].map(screenHead)

test('every head has its words, and every description is used', () => {
  for (const { title, description } of HEADS) expect([title, common[title], description, head[description]]).not.toContain(undefined)
  expect(common[ITEM_TITLE]).toContain('{{name}}')
  const usedKeys = new Set([...HEADS.map(({ description }) => description), 'head.share', 'head.tag'])
  expect(Object.keys(head).filter((key) => !usedKeys.has(key))).toEqual([])
})

test('screens that differ are named and described differently', () => {
  const words = new Map(HEADS.map(({ title, description }) => [common[title], head[description]]))
  expect(words.size).toBe(new Set(HEADS.map(({ title }) => title)).size)
  expect(new Set(words.values()).size).toBe(words.size)
})

test('an indexable address is the one of its screen', () => {
  for (const name of SCREEN_NAMES) {
    const { canonical } = screenHead(name)
    if (canonical === null) continue
    expect([name, matchRoute(canonical)]).toEqual([name, name === 'index' ? 'landing' : name])
    expect(Object.values(ROUTES)).toContain(canonical)
  }
})

import { readFile } from 'node:fs/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { ALL_CAPABILITIES, can } from '#shared/browser/capabilities.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('a browser without any feature is checked for everything without an error', () => {
  vi.stubGlobal('navigator', {})
  for (const capability of ALL_CAPABILITIES) expect(typeof can(capability), capability).toBe('boolean')
  expect(can('persist')).toBe(false)
  expect(can('handOverCanvas')).toBe(false)
})

it('every browser on an iPhone counts as WebKit, under any name', () => {
  vi.stubGlobal('AudioDecoder', () => undefined)
  vi.stubGlobal('navigator', { vendor: 'Apple Computer, Inc.', userAgent: 'CriOS/140.0' })
  expect(can('decodeAudio')).toBe(false)
  expect(can('endWorkers')).toBe(false)
  expect(can('continueTransactions')).toBe(false)
  vi.stubGlobal('navigator', { vendor: 'Google Inc.' })
  expect(can('endWorkers')).toBe(true)
  expect(can('decodeAudio')).toBe(true)
})

it('each capability has its replacement in the rules', async () => {
  const rules = await readFile('docs/platform.md', 'utf8')
  const [, section = ''] = /\n## Browsers\n(.*?)\n## /s.exec(rules) ?? []
  const namedCapabilities = section
    .split('\n')
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
  expect(new Set(namedCapabilities)).toEqual(new Set(ALL_CAPABILITIES))
})

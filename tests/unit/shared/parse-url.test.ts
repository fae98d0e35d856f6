import { expect, it, vi } from 'vitest'
import { parseUrl } from '#shared/parse-url.ts'

it('reads an address, alone or beside another one', () => {
  expect(parseUrl('https://kinora.example/a?b#c')?.pathname).toBe('/a')
  expect(parseUrl('/a', 'https://kinora.example')?.href).toBe('https://kinora.example/a')
})

it('returns null for an invalid address', () => {
  for (const [address, base] of [['/a'], ['https://'], ['//', 'https://kinora.example'], ['']] as const) {
    expect(parseUrl(address, base)).toBeUndefined()
  }
})

it('needs no URL.canParse', () => {
  vi.stubGlobal('URL', class extends URL {})
  Reflect.set(URL, 'canParse', undefined)
  expect(parseUrl('https://kinora.example')?.host).toBe('kinora.example')
  vi.unstubAllGlobals()
})

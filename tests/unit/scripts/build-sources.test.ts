import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildSources } from '../../../scripts/ensure-built.mjs'

const ROOT = path.resolve(import.meta.dirname, '../../..')

describe('what the build reads', () => {
  const sources = buildSources(ROOT)

  it('has the scripts that the configurations import, and those that these import', () => {
    expect(sources).toEqual(
      expect.arrayContaining([
        'scripts/early-files.mjs',
        'scripts/first-pages.mjs',
        'scripts/precompress.mjs',
        'scripts/make-database-seed.mjs',
      ]),
    )
  })

  it('has no script that only tests or checks', () => {
    expect(sources.filter((source) => source.startsWith('scripts/test') || source.startsWith('scripts/check'))).toEqual([])
    expect(sources).not.toContain('scripts')
  })

  it('has only what exists', () => {
    expect(sources.filter((source) => !existsSync(path.join(ROOT, source)))).toEqual([])
  })
})

import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildSources } from '../../../scripts/ensure-built.mjs'

const ROOT = path.resolve(import.meta.dirname, '../../..')

describe('the scripts of the build', () => {
  const sources = buildSources(ROOT)

  it('are the scripts that the configurations import, and their imports', () => {
    expect(sources).toEqual(
      expect.arrayContaining([
        'scripts/early-files.mjs',
        'scripts/first-pages.mjs',
        'scripts/precompress.mjs',
        'scripts/make-database-seed.mjs',
      ]),
    )
  })

  it('include no script that only tests or checks', () => {
    expect(sources.filter((source) => source.startsWith('scripts/test') || source.startsWith('scripts/check'))).toEqual([])
    expect(sources).not.toContain('scripts')
  })

  it('all exist', () => {
    expect(sources.filter((source) => !existsSync(path.join(ROOT, source)))).toEqual([])
  })
})

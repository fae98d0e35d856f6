import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { groups } from '../../../scripts/mutant-groups.mjs'

const ROOT = path.join(import.meta.dirname, '../../..')

/** The paths that a pattern such as `src/{a,b}` matches. */
function pathsOf(pattern: string): string[] {
  const braces = /\{([^}]*)\}/.exec(pattern)
  if (braces === null) return [pattern]
  return (braces[1] ?? '').split(',').flatMap((name) => pathsOf(pattern.replace(braces[0], name)))
}

it('the mutated sources, and their nearest tests, are existing files', () => {
  const patterns = Object.values(groups).flatMap(({ parts }) => Object.values(parts).flatMap(({ sources, tests }) => sources.concat(tests)))
  const paths = patterns.flatMap(pathsOf).filter((file) => !file.includes('*'))
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
})

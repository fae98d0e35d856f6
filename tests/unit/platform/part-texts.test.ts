import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from '../../../scripts/check/source-files.mjs'

const TEXTS = 'public/locales/en'
/** Files of texts that every page loads. */
const EVERYWHERE = new Set(['common', 'errors', 'head'])
/** Keys that code sets only after the operator's console and its texts are loaded. */
const LATER = new Set(['operator.documentTitle'])

const sources = new Map(sourceFiles('.', 'src').map((file) => [file, readFileSync(file, 'utf8')]))
const fileOfKey = new Map(
  readdirSync(TEXTS).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(path.join(TEXTS, file), 'utf8')) as object).map((key) => [
      key.replace(/_(?:zero|one|other)$/, ''),
      path.basename(file, '.json'),
    ]),
  ),
)

interface Part {
  readonly declaredIn: string
  readonly modules: ReadonlySet<string>
  readonly files: readonly string[]
}

const PART = /(?:lazy|preloaded)Part(?:<[^(]*>)?\(\s*\[([^\]]*)\],\s*async \(\) =>[\s\S]*?import\('([^']+)'\)/g
const shell = modulesFrom('src/app/boot.tsx')
const parts: readonly Part[] = [...sources].flatMap(([declaredIn, source]) =>
  [...source.matchAll(PART)].map(([, files = '', specifier = '']) => ({
    declaredIn,
    modules: new Set([...modulesFrom(target(declaredIn, specifier))].filter((module) => !shell.has(module))),
    files: [...files.matchAll(/\w+/g)].map(String),
  })),
)

test('an automatically loaded part has the texts of its modules, its own or those of the part that shows it', () => {
  expect(parts.length).toBeGreaterThan(50)
  const missing = parts.flatMap((part) => {
    const known = textFilesOf(part)
    return [...part.modules].flatMap((module) =>
      keysIn(module).flatMap((key) => (known.has(fileOfKey.get(key) ?? '') || LATER.has(key) ? [] : [`${module}: ${key}`])),
    )
  })
  expect(missing).toEqual([])
})

function textFilesOf({ declaredIn, modules, files }: Part): ReadonlySet<string> {
  const added = [...modules].flatMap((module) =>
    [...(sources.get(module) ?? '').matchAll(/addTexts\('(\w+)'\)/g)].map(([, file = '']) => file),
  )
  const [first, ...others] = parts.filter((part) => part.modules.has(declaredIn)).map(textFilesOf)
  const shown = [...(first ?? [])].filter((file) => others.every((other) => other.has(file)))
  return new Set([...EVERYWHERE, ...files, ...added, ...shown])
}

function keysIn(module: string): readonly string[] {
  const source = sources.get(module) ?? ''
  const written = new Set([...source.matchAll(/'([a-z]\w*(?:\.\w+)+)'/gi)].map(([, key = '']) => key))
  const starts = [...source.matchAll(/`([a-z]\w*(?:\.\w+)*\.)\$\{/gi)].map(([, start = '']) => start)
  return [...fileOfKey.keys()].filter((key) => written.has(key) || starts.some((start) => key.startsWith(start)))
}

/** The entry module and all modules that it imports, without imports of types. */
function modulesFrom(entry: string): ReadonlySet<string> {
  const found = new Set([entry])
  for (const module of found) {
    for (const [, names = '', specifier = ''] of (sources.get(module) ?? '').matchAll(/^(?:import|export) ([^'";]*?) from '([^'\n]+)'/gm)) {
      const isType = /^type\b/.test(names) || /^\{(?:\s*type \w+,?)+\s*\}$/.test(names)
      if (!isType && sources.has(target(module, specifier))) found.add(target(module, specifier))
    }
  }
  return found
}

function target(module: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(module), specifier)
  return specifier.replace(/^#shared\//, 'shared/').replace(/^#src\//, 'src/')
}

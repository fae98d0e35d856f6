import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from '../../../scripts/check/source-files.mjs'

const TEXTS_FOLDER = 'public/locales/en'
/** Files of texts that every page loads. */
const FILES_ON_EVERY_PAGE = new Set(['common', 'errors', 'head'])
/** Keys that are used only after the operator's console and its texts are loaded. */
const LATE_KEYS = new Set(['operator.documentTitle'])

const sources = new Map(sourceFiles('.', 'src').map((file) => [file, readFileSync(file, 'utf8')]))
const fileOfKey = new Map(
  readdirSync(TEXTS_FOLDER).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(path.join(TEXTS_FOLDER, file), 'utf8')) as object).map((key) => [
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

const PART_CALL = /(?:lazy|preloaded)Part(?:<[^(]*>)?\(\s*\[([^\]]*)\],\s*async \(\) =>[\s\S]*?import\('([^']+)'\)/g
const shellModules = modulesFrom('src/app/boot.tsx')
const parts: readonly Part[] = [...sources].flatMap(([declaredIn, source]) =>
  [...source.matchAll(PART_CALL)].map(([, files = '', specifier = '']) => ({
    declaredIn,
    modules: new Set([...modulesFrom(resolveModule(declaredIn, specifier))].filter((module) => !shellModules.has(module))),
    files: [...files.matchAll(/\w+/g)].map(String),
  })),
)

test('an automatically loaded part has the texts of its modules, its own or those of the part that shows it', () => {
  expect(parts.length).toBeGreaterThan(50)
  const missingKeys = parts.flatMap((part) => {
    const loadedFiles = textFilesOf(part)
    return [...part.modules].flatMap((module) =>
      keysIn(module).flatMap((key) => (loadedFiles.has(fileOfKey.get(key) ?? '') || LATE_KEYS.has(key) ? [] : [`${module}: ${key}`])),
    )
  })
  expect(missingKeys).toEqual([])
})

function textFilesOf({ declaredIn, modules, files }: Part): ReadonlySet<string> {
  const addedFiles = [...modules].flatMap((module) =>
    [...(sources.get(module) ?? '').matchAll(/addTexts\('(\w+)'\)/g)].map(([, file = '']) => file),
  )
  const [firstFiles, ...otherParts] = parts.filter((part) => part.modules.has(declaredIn)).map(textFilesOf)
  const parentFiles = [...(firstFiles ?? [])].filter((file) => otherParts.every((otherFiles) => otherFiles.has(file)))
  return new Set([...FILES_ON_EVERY_PAGE, ...files, ...addedFiles, ...parentFiles])
}

function keysIn(module: string): readonly string[] {
  const source = sources.get(module) ?? ''
  const writtenKeys = new Set([...source.matchAll(/'([a-z]\w*(?:\.\w+)+)'/gi)].map(([, key = '']) => key))
  const keyStarts = [...source.matchAll(/`([a-z]\w*(?:\.\w+)*\.)\$\{/gi)].map(([, start = '']) => start)
  return [...fileOfKey.keys()].filter((key) => writtenKeys.has(key) || keyStarts.some((start) => key.startsWith(start)))
}

/** The entry module and all modules that it imports, without imports of types. */
function modulesFrom(entry: string): ReadonlySet<string> {
  const foundModules = new Set([entry])
  for (const module of foundModules) {
    for (const [, names = '', specifier = ''] of (sources.get(module) ?? '').matchAll(/^(?:import|export) ([^'";]*?) from '([^'\n]+)'/gm)) {
      const isType = /^type\b/.test(names) || /^\{(?:\s*type \w+,?)+\s*\}$/.test(names)
      if (!isType && sources.has(resolveModule(module, specifier))) foundModules.add(resolveModule(module, specifier))
    }
  }
  return foundModules
}

function resolveModule(module: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(module), specifier)
  return specifier.replace(/^#shared\//, 'shared/').replace(/^#src\//, 'src/')
}

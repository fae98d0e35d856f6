import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { PUBLIC_FILES, REALMS } from '../nouns.mjs'

/**
 * Who may import whom. The first rule whose `from` matches a file decides; `may` are prefixes of project files, `packages` the allowed packages
 * (undefined = any). `message` names the right way.
 */
const RULES = [
  {
    from: 'src/shared/browser/',
    may: ['src/shared/'],
    packages: ['idb-keyval', 'zod/mini'],
    message: 'shared/browser stands on shared and idb-keyval alone.',
  },
  {
    from: 'src/shared/',
    may: ['src/shared/'],
    not: ['src/shared/browser/'],
    packages: ['zod/mini', '@noble/hashes/legacy.js', '@noble/hashes/utils.js'],
    message: 'shared stands on zod/mini, @noble/hashes and itself; what needs the browser goes to shared/browser.',
  },
  {
    from: 'src/platform/',
    may: ['src/platform/', 'src/shared/', 'workers/hub/', 'workers/lib/'],
    dynamicOnly: ['workers/'],
    message: 'platform stands on shared and, by dynamic import, on the core of the hub.',
  },
  {
    from: 'src/pictures/',
    may: ['src/pictures/', 'src/platform/', 'src/design/', 'src/shared/', 'workers/image/core/', 'workers/lib/'],
    message: 'pictures knows platform, design, shared and the core of the image worker.',
  },
  {
    from: 'src/design/',
    may: [
      'src/design/',
      'src/platform/after-paint.ts',
      'src/platform/follow-resize.ts',
      'src/platform/i18n.ts',
      'src/shared/domain/icon-rules.ts',
      'src/shared/domain/shell-rules.ts',
      'src/shared/domain/toast-rules.ts',
    ],
    packages: ['react', 'react-dom', 'sonner', '@iconify/react'],
    message: 'the design system knows no noun, no state, and of the shared rules only its own figures; pass values in.',
  },
  {
    from: 'src/',
    may: ['src/', 'package.json'],
    message: 'the page knows workers only through src/platform, src/pictures and src/motion, and the server only through shared/api.',
  },
  {
    from: 'workers/lib/',
    may: ['workers/lib/', 'src/shared/browser/clock.ts'],
    packages: [],
    message: 'workers/lib knows nothing of the product.',
  },
  { from: 'workers/image/', may: ['workers/image/', 'workers/lib/', 'src/shared/'], message: 'image, hub and sw never import each other.' },
  { from: 'workers/hub/', may: ['workers/hub/', 'workers/lib/', 'src/shared/'], message: 'image, hub and sw never import each other.' },
  {
    from: 'workers/media/',
    may: ['workers/media/', 'src/shared/'],
    message: 'the media worker edits videos and knows nobody else.',
  },
  {
    from: 'workers/zip/',
    may: ['workers/zip/', 'src/shared/'],
    packages: ['client-zip'],
    message: 'the zip worker packs and knows nobody else.',
  },
  { from: 'workers/sw/', may: ['workers/sw/', 'workers/lib/', 'src/shared/'], message: 'image, hub and sw never import each other.' },
  {
    from: /^server\/(?!billing\/providers\/sandbox\/).*-routes?\.ts$/,
    may: ['server/', 'src/shared/'],
    not: ['src/shared/browser/', 'server/platform/database/'],
    banned: ['drizzle-orm'],
    message: 'routes call one verb; queries belong to the verbs.',
  },
  {
    from: /^server\/(?!app\.ts|start-server\.ts|listen\.ts|platform\/http\/|billing\/providers\/)/,
    may: ['server/', 'src/shared/', 'package.json'],
    not: ['src/shared/browser/'],
    banned: ['hono', '@hono/node-server'],
    message: 'only routes and the adapters in server/platform/http know the web framework; the server shares only src/shared.',
  },
  {
    from: 'server/',
    may: ['server/', 'src/shared/', 'package.json'],
    not: ['src/shared/browser/'],
    message: 'the server shares only src/shared, without shared/browser.',
  },
]

/** Packages with one importer. */
const ONE_IMPORTER = {
  valtio: ['src/platform/state.ts'],
  wouter: ['src/platform/routes.ts'],
  'drizzle-orm': ['server/platform/database/'],
  pino: ['server/platform/log.ts'],
  'idb-keyval': ['src/shared/browser/open-store.ts'],
  comlink: [
    'src/platform/hub-port.ts',
    'src/pictures/image-client.ts',
    'src/motion/sketch-client.ts',
    'src/editing/media-client.ts',
    'workers/image/image-worker.ts',
    'workers/media/media-worker.ts',
    'workers/hub/hub-worker.ts',
  ],
  'browser-image-compression': ['src/pictures/page-image.ts'],
}

const PREFIXES = { '#shared/': 'src/shared/', '#src/': 'src/', '#workers/': 'workers/', '#server/': 'server/' }

/** Every broken arrow as one sentence. */
export function findBrokenArrows(root) {
  return projectFiles(root).flatMap((file) =>
    importsOf(root, file).flatMap(({ specifier, isDynamic }) => problemOf(file, specifier, isDynamic) ?? []),
  )
}

function projectFiles(root) {
  return ['src', 'workers', 'server'].flatMap((realm) =>
    readdirSync(path.join(root, realm), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/[\\/]assembly(?:[\\/]|$)/.test(entry.parentPath))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')),
  )
}

function importsOf(root, file) {
  const source = readFileSync(path.join(root, file), 'utf8')
  const { module } = parseSync(file, source)
  const exported = module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest ?? []))
  const requested = [...module.staticImports.map((found) => found.moduleRequest), ...exported]
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    source.slice(start, end).replaceAll(/^['"`]|['"`]$/g, ''),
  )
  return [
    ...requested.map(({ value }) => ({ specifier: value, isDynamic: false })),
    ...dynamic.map((specifier) => ({ specifier, isDynamic: true })),
  ]
}

/** The project's files that a file imports, statically or not, workers included. */
export function importedFiles(root, file) {
  const source = readFileSync(path.join(root, file), 'utf8')
  const workers = [...source.matchAll(/new URL\('(\.[^']+)', import\.meta\.url\)/g)].map(([, specifier]) => specifier)
  return [...importsOf(root, file).map(({ specifier }) => specifier), ...workers].flatMap(
    (specifier) => resolveTarget(file, specifier) ?? [],
  )
}

function problemOf(file, specifier, isDynamic) {
  const rule = RULES.find(({ from }) => (typeof from === 'string' ? file.startsWith(from) : from.test(file)))
  if (specifier.startsWith('../../')) return `${file}: ${specifier}: use #shared, #src, #workers or #server.`
  const target = resolveTarget(file, specifier)
  if (target === undefined) return packageProblem(file, specifier, rule)
  const ownFolder = file.split('/').slice(0, 3).join('/') + '/'
  const nounProblem = problemBetweenNouns(file, target)
  if (nounProblem !== undefined) return nounProblem
  const isAllowed = rule.may.some((prefix) => (prefix.endsWith('=') ? target.startsWith(ownFolder) : target.startsWith(prefix)))
  const isForbidden = rule.not?.some((prefix) => target.startsWith(prefix)) === true
  const isStatic = !isDynamic && rule.dynamicOnly?.some((prefix) => target.startsWith(prefix)) === true
  return isAllowed && !isForbidden && !isStatic
    ? undefined
    : `${file} must not import ${target}${isStatic ? ' statically' : ''}: ${rule.message}`
}

/** A noun uses only what its row of the table names, and of that only the public files. */
function problemBetweenNouns(file, target) {
  const place = placeOf(file)
  const other = placeOf(target)
  if (place === undefined || place.realm !== other?.realm || place.noun === other.noun) return undefined
  const { base, nouns } = place.realm
  if (base.includes(other.noun) && !base.includes(place.noun)) return undefined
  if (!nouns[place.noun].includes(other.noun) && !base.includes(other.noun))
    return `${file} must not import ${target}: ${place.noun} does not use ${other.noun} (scripts/nouns.mjs).`
  if (base.includes(place.noun)) return undefined
  return PUBLIC_FILES.includes(target) ? undefined : `${file} must not import ${target}: it is not public (scripts/nouns.mjs).`
}

function placeOf(file) {
  const realm = REALMS.findLast(({ folder }) => file.startsWith(folder))
  const [noun, ...rest] = file.slice(realm?.folder.length).split('/')
  return realm !== undefined && rest.length > 0 && (noun in realm.nouns || realm.base.includes(noun)) ? { realm, noun } : undefined
}

/** Public files that are not there or that no other noun imports. */
export function findIdlePublicFiles(root) {
  const used = new Set(
    projectFiles(root)
      .filter((file) => placeOf(file) !== undefined)
      .flatMap((file) =>
        importsOf(root, file)
          .flatMap(({ specifier }) => resolveTarget(file, specifier) ?? [])
          .filter((target) => placeOf(target) !== undefined && placeOf(target).noun !== placeOf(file).noun),
      ),
  )
  return PUBLIC_FILES.filter((file) => !used.has(file)).map((file) => `${file} is called public, and no other noun imports it.`)
}

function resolveTarget(file, specifier) {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)
  const prefix = Object.keys(PREFIXES).find((candidate) => specifier.startsWith(candidate))
  return prefix === undefined ? undefined : PREFIXES[prefix] + specifier.slice(prefix.length)
}

function packageProblem(file, specifier, rule) {
  const importers = ONE_IMPORTER[Object.keys(ONE_IMPORTER).find((name) => specifier === name || specifier.startsWith(`${name}/`))]
  if (importers !== undefined && !importers.some((prefix) => file.startsWith(prefix)))
    return `${file} must not import ${specifier}: only ${importers.join(' and ')} may.`
  if (specifier.startsWith('virtual:')) return undefined
  const isBanned = rule.banned?.some((name) => specifier === name || specifier.startsWith(`${name}/`)) === true
  const isUnlisted = rule.packages !== undefined && !rule.packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))
  return isBanned || isUnlisted ? `${file} must not import ${specifier}: ${rule.message}` : undefined
}

/** Every import cycle as one sentence. */
export function findCycles(root) {
  const graph = new Map(
    projectFiles(root).map((file) => [file, importsOf(root, file).flatMap(({ specifier }) => resolveTarget(file, specifier) ?? [])]),
  )
  const finished = new Set()
  const problems = []
  const visit = (file, trail) => {
    if (finished.has(file)) return
    const start = trail.indexOf(file)
    if (start >= 0) {
      problems.push(`import cycle: ${[...trail.slice(start), file].join(' -> ')}`)
      return
    }
    for (const target of graph.get(file) ?? []) visit(target, [...trail, file])
    finished.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return problems
}

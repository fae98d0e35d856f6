import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { REALMS } from '../nouns.mjs'
import { REALM_FOLDERS } from './source-files.mjs'

/**
 * The allowed imports. The first rule whose `from` matches a file decides. `may` lists prefixes of allowed project files, `not` exceptions,
 * `dynamicOnly` prefixes that need a dynamic import. `packages` lists the allowed packages (without it, any package is allowed), `banned`
 * forbidden ones. `message` names the correct import.
 */
const RULES = [
  { from: 'motion/', may: ['motion/'], packages: [], message: 'motion knows no product, so it stands on itself.' },
  {
    from: 'shared/browser/',
    may: ['shared/'],
    packages: ['idb-keyval', 'zod/mini'],
    message: 'shared/browser stands on shared and idb-keyval.',
  },
  {
    from: 'shared/',
    may: ['shared/', 'motion/'],
    not: ['shared/browser/'],
    packages: ['zod/mini', '@noble/hashes/legacy.js', '@noble/hashes/utils.js'],
    message: 'shared stands on motion, zod/mini, @noble/hashes and itself; code that needs the browser goes to shared/browser.',
  },
  {
    from: 'src/hub-client/',
    may: ['src/', 'shared/', 'workers/hub/', 'workers/lib/'],
    dynamicOnly: ['workers/'],
    message: 'the hub client imports the core of the hub dynamically, as the fallback without workers.',
  },
  {
    from: 'src/pictures/',
    may: ['src/', 'shared/', 'motion/', 'workers/image/core/', 'workers/lib/'],
    message: 'pictures may import the core of the image worker.',
  },
  {
    from: 'src/design/',
    may: [
      'src/design/',
      'src/browser/after-paint.ts',
      'src/browser/follow-resize.ts',
      'src/i18n/i18n.ts',
      'shared/domain/icon-rules.ts',
      'shared/domain/shell-rules.ts',
      'shared/domain/toast-rules.ts',
    ],
    packages: ['react', 'react-dom', 'sonner', '@iconify/react'],
    message: 'the design system knows no noun, no state, and of the shared rules only its own numbers; pass values in.',
  },
  {
    from: 'src/',
    may: ['src/', 'shared/', 'motion/', 'package.json'],
    message: 'the page starts workers through their clients and reaches the server through shared/api.',
  },
  {
    from: 'workers/lib/',
    may: ['workers/lib/', 'shared/clock.ts'],
    packages: [],
    message: 'workers/lib knows nothing of the product.',
  },
  ...['image', 'hub', 'sw'].map((worker) => ({
    from: `workers/${worker}/`,
    may: [`workers/${worker}/`, 'workers/lib/', 'shared/', 'motion/'],
    message: 'workers never import each other.',
  })),
  { from: 'workers/media/', may: ['workers/media/', 'shared/', 'motion/'], message: 'workers never import each other.' },
  {
    from: 'workers/zip/',
    may: ['workers/zip/', 'shared/'],
    packages: ['client-zip', 'comlink'],
    message: 'workers never import each other.',
  },
  {
    from: /^server\/(?!billing\/providers\/sandbox\/).*-routes?\.ts$/,
    may: ['server/', 'shared/', 'motion/'],
    not: ['shared/browser/', 'server/database/'],
    banned: ['drizzle-orm'],
    message: 'routes call one verb; queries belong to the verbs.',
  },
  {
    from: /^server\/(?!boot\/|dev\/|http\/|billing\/providers\/)/,
    may: ['server/', 'shared/', 'motion/', 'package.json'],
    not: ['shared/browser/'],
    banned: ['hono', '@hono/node-server'],
    message: 'only routes, server/http, server/dev and server/boot know the web framework.',
  },
  {
    from: 'server/',
    may: ['server/', 'shared/', 'motion/', 'package.json'],
    not: ['shared/browser/'],
    message: 'the server shares only shared and motion.',
  },
]

/** Packages that only the listed files, or files in the listed folders, may import. */
const ONE_IMPORTER = {
  valtio: ['src/store/state.ts'],
  wouter: ['src/routing/routes.ts'],
  'drizzle-orm': ['server/database/'],
  pino: ['server/telemetry/log.ts'],
  'idb-keyval': ['shared/browser/open-store.ts'],
  comlink: [
    'src/hub-client/hub-port.ts',
    'src/browser/worker-client.ts',
    'src/motion/sketch-client.ts',
    'workers/image/image-worker.ts',
    'workers/media/media-worker.ts',
    'workers/hub/hub-worker.ts',
    'workers/zip/zip-worker.ts',
  ],
  'browser-image-compression': ['src/pictures/page-image.ts'],
}

const FOLDER_OF_PREFIX = { '#shared/': 'shared/', '#motion/': 'motion/', '#src/': 'src/', '#workers/': 'workers/', '#server/': 'server/' }

/**
 * Every forbidden import as one sentence.
 * @param {string} root
 * @param {readonly import('../nouns.mjs').Realm[]} [realms]
 */
export function findBrokenArrows(root, realms = REALMS) {
  return projectFiles(root).flatMap((file) =>
    importsOf(root, file).flatMap(({ specifier, isDynamic }) => problemOf(file, specifier, isDynamic, realms) ?? []),
  )
}

function projectFiles(root) {
  return REALM_FOLDERS.flatMap((realm) =>
    readdirSync(path.join(root, realm), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/[\\/]assembly(?:[\\/]|$)/.test(entry.parentPath))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')),
  )
}

function importsOf(root, file) {
  const source = readFileSync(path.join(root, file), 'utf8')
  const { module } = parseSync(file, source)
  const exportRequests = module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest ?? []))
  const staticRequests = [...module.staticImports.map((staticImport) => staticImport.moduleRequest), ...exportRequests]
  const dynamicSpecifiers = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    source.slice(start, end).replaceAll(/^['"`]|['"`]$/g, ''),
  )
  return [
    ...staticRequests.map(({ value }) => ({ specifier: value, isDynamic: false })),
    ...dynamicSpecifiers.map((specifier) => ({ specifier, isDynamic: true })),
  ]
}

function problemOf(file, specifier, isDynamic, realms) {
  const rule = RULES.find(({ from }) => (typeof from === 'string' ? file.startsWith(from) : from.test(file)))
  const target = resolveTarget(file, specifier)
  if (specifier.startsWith('../../') && target !== 'package.json') return `${file}: ${specifier}: use #shared, #src, #workers or #server.`
  if (target === undefined) return packageProblem(file, specifier, rule)
  const ownFolder = file.split('/').slice(0, 3).join('/') + '/'
  const nounProblem = problemBetweenNouns(file, target, realms)
  if (nounProblem !== undefined) return nounProblem
  const isAllowed = rule.may.some((prefix) => (prefix.endsWith('=') ? target.startsWith(ownFolder) : target.startsWith(prefix)))
  const isForbidden = rule.not?.some((prefix) => target.startsWith(prefix)) === true
  const isStaticImport = !isDynamic && rule.dynamicOnly?.some((prefix) => target.startsWith(prefix)) === true
  return isAllowed && !isForbidden && !isStaticImport
    ? undefined
    : `${file} must not import ${target}${isStaticImport ? ' statically' : ''}: ${rule.message}`
}

/**
 * A noun may import only the nouns in its row, and only public files directly in the noun's folder. A ground folder may import the folders
 * before it in the list.
 */
function problemBetweenNouns(file, target, realms) {
  const location = locate(file, realms)
  const targetLocation = locate(target, realms)
  if (location === undefined || location.realm !== targetLocation?.realm) return undefined
  if (location.noun === targetLocation.noun) return problemBetweenRooms(location, file, target)
  const { base, nouns } = location.realm
  const isBase = base.includes(location.noun)
  if (base.includes(targetLocation.noun)) {
    const isBefore = !isBase || base.indexOf(targetLocation.noun) < base.indexOf(location.noun)
    return isBefore
      ? undefined
      : `${file} must not import ${target}: ${location.noun} stands below ${targetLocation.noun} (scripts/nouns.mjs).`
  }
  if (isBase)
    return `${file} must not import ${target}: ${location.noun} belongs to the ground floor, which knows no noun (scripts/nouns.mjs).`
  if (!nouns[location.noun].includes(targetLocation.noun))
    return `${file} must not import ${target}: ${location.noun} does not use ${targetLocation.noun} (scripts/nouns.mjs).`
  const isPublic = path.posix.dirname(target) === `${location.realm.folder}${targetLocation.noun}`
  return isPublic ? undefined : `${file} must not import ${target}: a subfolder of ${targetLocation.noun} is private to it.`
}

/** A subfolder of a noun with an order may import the subfolders before it. */
function problemBetweenRooms({ realm, noun }, file, target) {
  const rooms = realm.rooms?.[noun] ?? []
  const [from, to] = [file, target].map((comparedFile) => rooms.indexOf(memberOf(comparedFile, `${realm.folder}${noun}/`)))
  if (from < 0 || to <= from) return undefined
  return `${file} must not import ${target}: ${rooms[from]} stands below ${rooms[to]} in ${noun} (scripts/nouns.mjs).`
}

function locate(file, realms) {
  const realm = realms.findLast(({ folder }) => file.startsWith(folder))
  const [noun, ...pathRest] = file.slice(realm?.folder.length).split('/')
  return realm !== undefined && pathRest.length > 0 && (noun in realm.nouns || realm.base.includes(noun)) ? { realm, noun } : undefined
}

function resolveTarget(file, specifier) {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)
  const prefix = Object.keys(FOLDER_OF_PREFIX).find((candidate) => specifier.startsWith(candidate))
  return prefix === undefined ? undefined : FOLDER_OF_PREFIX[prefix] + specifier.slice(prefix.length)
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

/**
 * Every import cycle of files, and every cycle between the folders and files of one folder, as one sentence each.
 * @param {string} root
 */
export function findCycles(root) {
  const graph = new Map(
    projectFiles(root).map((file) => [file, importsOf(root, file).flatMap(({ specifier }) => resolveTarget(file, specifier) ?? [])]),
  )
  const fileCycles = cyclesOf(graph).map((files) => `import cycle: ${files.join(' -> ')}`)
  const folderCycles = [...foldersOf(graph.keys())].toSorted().flatMap((folder) => {
    const members = membersOf(graph, folder)
    return cyclesOf(new Map([...members].map(([member, importsByMember]) => [member, [...importsByMember.keys()]]))).map((cycle) => {
      const examples = cycle.slice(1).map((to, index) => members.get(cycle[index]).get(to))
      return `circle in ${folder === '' ? 'the project' : folder}: ${cycle.join(' -> ')} (${examples.join('; ')})`
    })
  })
  return [...fileCycles, ...folderCycles]
}

/** Finds one cycle for each node that a walk through the graph reaches again. */
function cyclesOf(graph) {
  const finished = new Set()
  const cycles = []
  const visit = (node, trail) => {
    if (finished.has(node)) return
    const start = trail.indexOf(node)
    if (start >= 0) {
      cycles.push([...trail.slice(start), node])
      return
    }
    for (const target of graph.get(node) ?? []) visit(target, [...trail, node])
    finished.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}

function foldersOf(files) {
  const folders = new Set([''])
  for (const file of files) {
    const parts = file.split('/').slice(0, -1)
    for (const index of parts.keys()) folders.add(`${parts.slice(0, index + 1).join('/')}/`)
  }
  return folders
}

/** The direct subfolders and files of a folder: for each, the others that it imports, with one example of an import. */
function membersOf(graph, folder) {
  const members = new Map()
  for (const [file, targets] of graph) {
    const from = memberOf(file, folder)
    if (from === undefined) continue
    for (const target of targets) {
      const to = memberOf(target, folder)
      if (to === undefined || to === from) continue
      const importsByMember = members.get(from) ?? new Map()
      members.set(from, importsByMember.has(to) ? importsByMember : importsByMember.set(to, `${file} imports ${target}`))
    }
  }
  return members
}

function memberOf(file, folder) {
  return file.startsWith(folder) ? file.slice(folder.length).split('/')[0] : undefined
}

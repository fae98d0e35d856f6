import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { sourceFiles } from './source-files.mjs'

/** Words of a private language, each with what an engineer would search for instead. */
export const PLAIN_WORDS = {
  told: 'reported, tracked event or notified',
  wish: 'prefill or request',
  desk: 'harness, admin page or picture slot',
  easel: 'canvas backend',
  intake: 'file drop',
  parcel: 'zip download',
  heir: 'focus fallback',
  uncover: 'scroll into view',
  council: 'update coordinator',
  farewell: 'self-unregistering worker',
  markbook: 'optimistic mutations',
  reel: 'carousel',
  trouble: 'error',
  mirror: 'snapshot store',
  topicboard: 'snapshot publisher',
  lanequeue: 'keyed limiter',
  taker: 'provider or engine',
  musician: 'audio worker',
  bend: 'distortion',
  bender: 'distortion',
  interplay: 'dialog stack',
  foundations: 'preload',
  kit: 'design system',
  sights: 'previews',
  vault: 'offline videos',
  tidy: 'eviction',
  news: 'provider event',
  anew: 'again',
}

/**
 * Names that keep such a word, each with why. `path` or `path name`.
 * @type {Readonly<Record<string, string>>}
 */
export const ALLOWED = {
  'src/shared/motion/distortions/mirror-distortions.ts': 'a mirror of the picture, the geometric one',
  'src/shared/motion/distortions/mirror-distortions.ts mirror': 'a mirror of the picture, the geometric one',
  'tests/engines/drivers/webkit-driver.ts openWebKit': "WebKit, the engine's own name",
}

/** Paths and exported names of which a word belongs to the private language, as sentences. */
export function findPrivateWords(root, allowed = ALLOWED) {
  const found = ['src', 'workers', 'server', 'tests'].flatMap((realm) => sourceFiles(root, realm).flatMap((file) => placesOf(root, file)))
  const problems = found.filter(({ key }) => allowed[key] === undefined).map(({ sentence }) => sentence)
  const keys = new Set(found.map(({ key }) => key))
  const idle = Object.keys(allowed).filter((key) => !keys.has(key))
  return [...problems, ...idle.map((key) => `${key} is an exception of scripts/check/words.mjs that nothing needs any more.`)]
}

function placesOf(root, file) {
  const ofPath = privateWordsOf(file).map((word) => ({ key: file, sentence: `${file}: "${word}" in a path, say ${PLAIN_WORDS[word]}.` }))
  const ofNames = exportedNames(file, readFileSync(path.join(root, file), 'utf8')).flatMap((name) =>
    privateWordsOf(name).map((word) => ({
      key: `${file} ${name}`,
      sentence: `${file}: "${word}" in the exported name ${name}, say ${PLAIN_WORDS[word]}.`,
    })),
  )
  return [...ofPath, ...ofNames]
}

/** The private words of a camelCase, CONSTANT_CASE or kebab-case name, in the singular too; two words that follow each other also count as one. */
function privateWordsOf(name) {
  const parts = name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)?.map((part) => part.toLowerCase()) ?? []
  const words = [...parts, ...parts.slice(1).map((part, index) => parts[index] + part)]
  const singulars = words.flatMap((word) => [word, word.replace(/s$/, ''), word.replace(/es$/, '')])
  return [...new Set(singulars)].filter((word) => Object.hasOwn(PLAIN_WORDS, word))
}

function exportedNames(file, source) {
  return parseSync(file, source).module.staticExports.flatMap(({ entries }) => entries.flatMap(({ exportName }) => exportName.name ?? []))
}

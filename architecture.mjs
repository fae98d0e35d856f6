import { REALMS } from '../nouns.mjs'
import { table } from './table.mjs'

const [page, hub, server] = REALMS

const PAGE_NOUNS = {
  create: 'the form, its draft, its pictures, help with the prompt, the commit',
  creations: 'running tasks, the history, cards, what is done to a creation',
  viewer: 'the layer that plays one video',
  gallery: 'explore, effects, their lists and the motion of their tiles',
  billing: 'plans, points, orders, the checkout, histories',
  account: 'sign-in, Google, sessions, settings, deletion',
  offline: 'kept videos, storage, install, updates',
  content: 'articles, legal pages, landing, support, the newsletter, the advertisement',
  measurement: 'consent, usage events, attribution, error reports',
  pictures: 'crop, preview, the client of the image worker',
  motion: 'the sketch of a video before it is paid for',
  app: 'start, screens, overlays, layouts, notices',
  platform: "the hub's client and its state, API, texts, router, preferences, browser adapters",
  design: 'components and tokens',
}

export const nouns = table(
  ['noun', 'what it is', 'uses'],
  Object.entries(PAGE_NOUNS).map(([noun, what]) => [`\`${noun}\``, what, usesOfPage(noun)]),
)

export const serverNouns = table(
  ['noun of the server', 'uses'],
  Object.entries(server.nouns)
    .filter(([noun]) => !server.base.includes(noun))
    .map(([noun, uses]) => [`\`${noun}\``, uses.join(', ')]),
)

export const layers = ['```', ...[page, hub, server].flatMap(drawLayers), '```'].join('\n')

function usesOfPage(noun) {
  if (noun === 'app') return 'all'
  if (noun === 'design') return 'texts of `platform`'
  if (!(noun in page.nouns)) throw new Error(`scripts/nouns.mjs: the page has no ${noun}.`)
  return page.nouns[noun].join(', ')
}

/** The nouns of a realm in layers: each uses only what lies below it. */
function drawLayers({ folder, base, nouns: usesOf }) {
  const others = Object.keys(usesOf).filter((noun) => !base.includes(noun))
  const depth = (noun) => Math.max(0, ...usesOf[noun].map((used) => depth(used) + 1))
  const byDepth = Map.groupBy(others, depth)
  const layersOfNouns = [...byDepth.keys()].toSorted((a, b) => b - a).map((each) => byDepth.get(each).toSorted().join(', '))
  return [`${folder.padEnd(13)}${[...layersOfNouns, base.join(', ')].join(' ─► ')}`]
}

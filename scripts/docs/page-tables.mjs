import { tableText } from './markers.mjs'
import { numberText } from './numbers.mjs'

const DOMAIN = 'shared/domain'
const MOTION = 'motion'
const ERROR_CODES = 'shared/error-codes.ts'
const EFFECT_KINDS = { light: 'LIGHT', weather: 'WEATHER', camera: 'CAMERA', film: 'FILM', wonder: 'WONDER', playful: 'PLAYFUL' }
const effectsFile = (kind) => `${MOTION}/effects/${kind}-effects.ts`

/** The table sources outside of `shared/domain`. */
export const TABLE_FILES = [
  ERROR_CODES,
  ...Object.keys(EFFECT_KINDS).map(effectsFile),
  `${MOTION}/motion-plan.ts`,
  `${MOTION}/vocabulary/overlay-kinds.ts`,
  `${MOTION}/music/compose-music.ts`,
]

/** The tables of pages that need more than a list of numbers. */
export function pageTables(modules) {
  return {
    'docs/create.md': createTables(modules),
    'docs/billing.md': billingTables(modules),
    'docs/motion.md': motionTables(modules),
    'docs/platform.md': platformTables(modules),
  }
}

function createTables(modules) {
  const { DURATIONS, RESOLUTIONS, RESOLUTION_BOX } = modules[`${DOMAIN}/generation-options.ts`]
  const { pointsPerVideo } = modules[`${DOMAIN}/video-price.ts`]
  const prices = RESOLUTIONS.map((resolution) => [resolution, ...DURATIONS.map((duration) => String(pointsPerVideo(duration, resolution)))])
  const sizes = RESOLUTIONS.map((resolution) => {
    const { width, height } = RESOLUTION_BOX[resolution]
    return [resolution, `${width}×${height}`, `${height}×${width}`]
  })
  return {
    prices: tableText(['', ...DURATIONS], prices),
    sizes: tableText(['resolution', 'box of a landscape picture', 'box of a portrait picture'], sizes),
  }
}

function billingTables(modules) {
  const membership = modules[`${DOMAIN}/membership-refresh.ts`]
  const floorMs = membership.MEMBERSHIP_FLOOR_MS
  const timeText = (ms) => numberText(ms, 'MS')
  const flooredText = (ms) => (ms < floorMs ? `${timeText(ms)}, which the floor makes ${timeText(floorMs)}` : timeText(ms))
  const { PAYMENT_METHODS } = modules[`${DOMAIN}/payment-methods.ts`]
  return {
    readings: tableText(
      ['membership', 'next reading'],
      [
        ...membership.MEMBERSHIP_INTERVALS.map(({ leftMs, refreshMs }) => [
          leftMs === 0 ? 'its end has come or passed' : `ends within ${timeText(leftMs)}`,
          flooredText(refreshMs),
        ]),
        ['ends later', timeText(membership.LONG_MEMBERSHIP_REFRESH_MS)],
        ['ACTIVE without a known end', timeText(membership.DEFAULT_MEMBERSHIP_REFRESH_MS)],
        ['none, and never had one', timeText(membership.NO_MEMBERSHIP_REFRESH_MS)],
      ],
    ),
    'payment-methods': tableText(
      ['code', 'payment method'],
      PAYMENT_METHODS.map((name, code) => [String(code), name]),
    ),
  }
}

function motionTables(modules) {
  const effects = Object.entries(EFFECT_KINDS).flatMap(([kind, prefix]) =>
    modules[effectsFile(kind)][`${prefix}_EFFECTS`].map(({ name, id, mood, camera }) => [name, `\`${id}\``, kind, mood, camera]),
  )
  const styles = Object.entries(modules[`${MOTION}/music/compose-music.ts`].STYLES).map(([mood, style]) => [
    mood,
    wordsOf(style.scale),
    style.beatsPerMinute.join(' to '),
    style.melody.instruments.map(wordsOf).join(', '),
    style.drums === null ? 'none' : Object.keys(style.drums.strokes).map(wordsOf).join(', '),
  ])
  return {
    effects: tableText(['effect', 'id', 'kind', 'mood', 'camera'], effects),
    music: tableText(['mood', 'scale', 'beats a minute', 'melody', 'drums'], styles),
    transitions: listText(modules[`${MOTION}/motion-plan.ts`].TRANSITION_NAMES),
    overlays: listText(modules[`${MOTION}/vocabulary/overlay-kinds.ts`].OVERLAY_KINDS),
  }
}

function platformTables(modules) {
  const codes = Object.entries(modules[ERROR_CODES].ERROR_CATALOGUE)
  const screens = Object.values(modules[`${DOMAIN}/screens.ts`].SCREENS)
  const { COMPONENT_LOCALES, RIGHT_TO_LEFT_LOCALES } = modules[`${DOMAIN}/component-locales.ts`]
  return {
    codes: tableText(
      ['code', 'status', 'text'],
      codes.map(([code, { status, text }]) => [code, String(status), text]),
    ),
    screens: tableText(
      ['path', 'layout', 'marked entry', 'address for search engines'],
      screens.map(({ path, layout, mark, canonical }) => [
        `\`${path}\``,
        layout,
        mark ?? '–',
        canonical === undefined ? '–' : `\`${canonical}\``,
      ]),
    ),
    languages: `${COMPONENT_LOCALES.length} languages: ${listText(COMPONENT_LOCALES)} From right to left: ${listText(RIGHT_TO_LEFT_LOCALES)}`,
  }
}

function listText(names) {
  return `${names.map((name) => `\`${name}\``).join(', ')}.`
}

/** Splits a name at its capital letters: 'softPiano' becomes 'soft piano'. */
function wordsOf(name) {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

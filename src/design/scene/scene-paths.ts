export const SCENE_WIDTH = 1600
export const SCENE_HEIGHT = 800
const X_STEP = 5
const OCTAVES = 7
const TREE_TIERS = 6

/** The outline of a mountain range: ridged noise above `baseY`, closed at `bottomY`. */
export function ridgePath(seed: number, baseY: number, heightPx: number, peaks: number, bottomY: number = SCENE_HEIGHT): string {
  const noise = createNoise(seed)
  const points: string[] = []
  for (let x = 0; x <= SCENE_WIDTH; x += X_STEP) {
    let sum = 0
    let weight = 1
    for (let octave = 0; octave < OCTAVES; octave += 1) {
      const value = noise((x / SCENE_WIDTH) * peaks * 2 ** octave + octave * 17)
      sum += weight * (octave < 4 ? 1 - Math.abs(2 * value - 1) : value)
      weight *= 0.46
    }
    points.push(`${x} ${(baseY - heightPx * (sum / 1.85)).toFixed(1)}`)
  }
  return `M0 ${bottomY}L${points.join('L')}L${SCENE_WIDTH} ${bottomY}Z`
}

/** Conifers on a slope that descends towards the middle, as one path. */
export function forestPath(seed: number, count: number): string {
  const random = createRandom(seed)
  const trees: string[] = []
  for (let index = 0; index < count; index += 1) {
    const side = random() < 0.5 ? random() ** 1.6 : 1 - random() ** 1.6
    const x = side * SCENE_WIDTH
    const edge = Math.abs(side - 0.5) * 2
    trees.push(treePath(x, slopeY(side) + 12, (60 + 150 * random()) * (0.3 + 0.8 * edge), random))
  }
  return slopePath() + trees.join('')
}

/** Short lines of light on the water, below a sun at `centreX`. */
export function glitterLines(
  seed: number,
  centreX: number,
  topY: number,
  bottomY: number,
): readonly { readonly d: string; readonly width: number }[] {
  const random = createRandom(seed)
  return Array.from({ length: 46 }, () => {
    const depth = random()
    const y = topY + (bottomY - topY) * depth
    const halfWidth = (8 + 46 * random()) * (0.35 + depth)
    const x = centreX + (random() - 0.5) * (60 + 260 * depth)
    return { d: `M${(x - halfWidth).toFixed(0)} ${y.toFixed(0)}h${(2 * halfWidth).toFixed(0)}`, width: 1 + 3 * depth }
  })
}

function slopeY(side: number): number {
  return 742 - 120 * Math.abs(side - 0.5) ** 1.5 * 2.4
}

function slopePath(): string {
  const points: string[] = []
  for (let x = 0; x <= SCENE_WIDTH; x += X_STEP * 4) points.push(`${x} ${slopeY(x / SCENE_WIDTH).toFixed(1)}`)
  return `M0 ${SCENE_HEIGHT}L${points.join('L')}L${SCENE_WIDTH} ${SCENE_HEIGHT}Z`
}

function treePath(x: number, y: number, height: number, random: () => number): string {
  const halfWidth = height * (0.16 + 0.06 * random())
  const left: string[] = []
  const right: string[] = []
  for (let tier = 1; tier <= TREE_TIERS; tier += 1) {
    const halfTierWidth = (halfWidth * tier) / TREE_TIERS
    const tierY = y - height + (height * 0.92 * tier) / TREE_TIERS
    left.push(
      `${(x - halfTierWidth).toFixed(1)} ${tierY.toFixed(1)}`,
      `${(x - halfTierWidth * 0.5).toFixed(1)} ${(tierY - height * 0.02).toFixed(1)}`,
    )
    right.unshift(
      `${(x + halfTierWidth * 0.5).toFixed(1)} ${(tierY - height * 0.02).toFixed(1)}`,
      `${(x + halfTierWidth).toFixed(1)} ${tierY.toFixed(1)}`,
    )
  }
  return `M${x.toFixed(1)} ${(y - height).toFixed(1)}L${left.join('L')}L${x.toFixed(1)} ${y.toFixed(1)}L${right.join('L')}Z`
}

function createNoise(seed: number): (x: number) => number {
  const random = createRandom(seed)
  const values = Array.from({ length: 256 }, random)
  return (x) => {
    const cell = Math.floor(x)
    const fraction = x - cell
    const smooth = fraction * fraction * (3 - 2 * fraction)
    const lowValue = values[cell & 255] ?? 0
    return lowValue + ((values[(cell + 1) & 255] ?? 0) - lowValue) * smooth
  }
}

/** A deterministic generator of numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

interface Palette {
  readonly sky: readonly [string, string, string, string]
  readonly glow: string
  readonly sun: string
  readonly ranges: readonly [string, string, string]
  readonly haze: string
  readonly water: readonly [string, string]
  readonly foreground: string
}

export const PALETTES = {
  dusk: {
    sky: ['#10162c', '#3d3458', '#b0685c', '#f7b877'],
    glow: '#ffb560',
    sun: '#ffe9c4',
    ranges: ['#7d5462', '#4a3650', '#241d31'],
    haze: '#d98d68',
    water: ['#c9805e', '#2a2238'],
    foreground: '#0c0a12',
  },
  night: {
    sky: ['#050914', '#0d1c33', '#1d3d57', '#4f7f8c'],
    glow: '#a9d6dc',
    sun: '#f2fbff',
    ranges: ['#35586b', '#1f3b50', '#122636'],
    haze: '#5b8b97',
    water: ['#3f6f80', '#081420'],
    foreground: '#03070c',
  },
  dawn: {
    sky: ['#5d7ea3', '#a7a9c0', '#e9b9a8', '#ffe3c2'],
    glow: '#fff0d6',
    sun: '#fffaf0',
    ranges: ['#a997a6', '#7c7890', '#4d5670'],
    haze: '#f0cdb8',
    water: ['#e8c4b2', '#566a86'],
    foreground: '#1c2433',
  },
} as const satisfies Record<string, Palette>
export type PaletteName = keyof typeof PALETTES

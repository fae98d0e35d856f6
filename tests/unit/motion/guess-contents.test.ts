import { describe, expect, test } from 'vitest'
import { MIN_CONFIDENCE, guessContents } from '#motion/guess-contents.ts'
import { makeRandom } from '#motion/random.ts'

const WIDTH = 96
const HEIGHT = 64

type ColourAt = (x: number, y: number) => readonly [number, number, number]

function paint(colourAt: ColourAt) {
  const data = new Uint8Array(WIDTH * HEIGHT * 3)
  for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++) data.set(colourAt(x, y), (y * WIDTH + x) * 3)
  return { width: WIDTH, height: HEIGHT, data }
}

/** The names of the contents that are guessed with enough confidence. */
function confidentGuesses(colourAt: ColourAt): string[] {
  const { face, ...otherConfidences } = guessContents(paint(colourAt))
  return Object.entries({ ...otherConfidences, face: face.confidence }).flatMap(([name, confidence]) =>
    confidence >= MIN_CONFIDENCE ? [name] : [],
  )
}

const random = makeRandom(5)
const grain = Array.from({ length: WIDTH * HEIGHT }, () => random())
const grainAt = (x: number, y: number) => grain[y * WIDTH + x] ?? 0
const middleY = HEIGHT / 2

const blueSky: ColourAt = (_x, y) => [90 + y, 140 + y, 225]
const sand: ColourAt = (x, y) => [150 + 25 * grainAt(x, y), 120 + 25 * grainAt(x, y), 80 + 25 * grainAt(x, y)]
const waves: ColourAt = (x, y) => {
  const crest = 18 * Math.sin(y * 1.7 + Math.sin(x / 20))
  return [30 + crest, 80 + crest, 130 + crest]
}
const grass: ColourAt = (x, y) => [40 + 40 * grainAt(x, y), 100 + 40 * grainAt(x, y), 30 + 40 * grainAt(x, y)]
const noise: ColourAt = (x, y) => [255 * grainAt(x, y), 255 * grainAt(y, x % HEIGHT), 255 * grainAt((x + 7) % WIDTH, y)]
const grey: ColourAt = () => [120, 120, 125]
const stack =
  (upper: ColourAt, lower: ColourAt): ColourAt =>
  (x, y) =>
    y < middleY ? upper(x, y) : lower(x, y)
const skin =
  (isSkin: (x: number, y: number) => boolean): ColourAt =>
  (x, y) =>
    isSkin(x, y) ? [215, 160, 130] : grey(x, y)
const ellipse = (centreX: number) => skin((x, y) => ((x - centreX) / 13) ** 2 + ((y - 30) / 18) ** 2 < 1)

describe('what a picture may show', () => {
  test.each<[string, string[], ColourAt]>([
    ['blue above grass', ['sky', 'ground'], stack(blueSky, grass)],
    ['blue above waves', ['sky', 'water'], stack(blueSky, waves)],
    ['earth under a grey wall', ['ground'], stack(grey, sand)],
    ['an ellipse of skin', ['face'], ellipse(24)],
    ['a white sky above grass, less certain', ['sky', 'ground'], stack(() => [235, 238, 240], grass)],
    ['noise', [], noise],
    ['black', [], () => [0, 0, 0]],
    ['a blue wall', [], () => [110, 150, 220]],
    ['grey', [], grey],
    ['a plain green wall', [], () => [60, 140, 60]],
    ['a board of the colour of skin', [], skin((x, y) => x > 20 && x < 46 && y > 12 && y < 50)],
    ['a picture full of the colour of skin', [], () => [215, 160, 130]],
    ['an arm', [], skin((x, y) => ((x - 48) / 40) ** 2 + ((y - 30) / 6) ** 2 < 1)],
    ['flat blue below', [], stack(grey, () => [30, 80, 130])],
  ])('%s: %j', (_name, expectedContents, colourAt) => {
    expect(confidentGuesses(colourAt)).toEqual(expectedContents)
  })

  test('a face has a position, and is never certain', () => {
    const { face } = guessContents(paint(ellipse(24)))
    expect(face.x).toBeCloseTo(24.5 / WIDTH - 0.5, 1)
    expect(face.y).toBeCloseTo(30.5 / HEIGHT - 0.5, 1)
    expect(face.confidence).toBeLessThanOrEqual(0.8)
  })

  test('a white sky is less certain than a blue one', () => {
    const whiteSkyConfidence = guessContents(paint(stack(() => [235, 238, 240], grass))).sky
    expect(whiteSkyConfidence).toBeLessThan(guessContents(paint(stack(blueSky, grass))).sky)
  })

  test('confidences are between 0 and 1', () => {
    for (const colourAt of [stack(blueSky, grass), noise, grey, stack(blueSky, waves)]) {
      const { face, ...otherConfidences } = guessContents(paint(colourAt))
      for (const confidence of [face.confidence, ...Object.values(otherConfidences)]) {
        expect(confidence).toBeGreaterThanOrEqual(0)
        expect(confidence).toBeLessThanOrEqual(1)
      }
    }
  })
})

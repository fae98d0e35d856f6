import { blurred, halved } from './blur.mjs'
import { createRandom } from './noise.mjs'

const SHOULDER = 0.55
const roll = (value) => (value <= SHOULDER ? value : SHOULDER + (1 - SHOULDER) * (1 - Math.exp(-(value - SHOULDER) / (1 - SHOULDER))))
const toDisplay = (value) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)

const DEFAULTS = {
  exposure: 1,
  bloom: 0.25,
  bloomFrom: 0.7,
  bloomRadius: 0.03,
  vignette: 0.35,
  grain: 0.012,
  saturation: 1,
  contrast: 0.12,
}

/** Light to bytes: bloom, tone map, contrast, vignette, then grain as dither on the final size. */
export function develop(film, samples, development = {}) {
  const { exposure, bloom, bloomFrom, bloomRadius, vignette, grain, saturation, contrast } = { ...DEFAULTS, ...development }
  let picture = { width: film.width, height: film.height, data: film.data }
  const halo = bloom > 0 ? glare(picture, bloomFrom / exposure, bloomRadius * film.height) : null
  const shown = new Float32Array(picture.data.length)
  for (let at = 0; at < shown.length; at += 3) {
    const light = [0, 1, 2].map((i) => exposure * (picture.data[at + i] + (halo ? bloom * halo(at, i) : 0)))
    const grey = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
    const burnt = Math.min(0.6, Math.max(0, grey - 1) * 0.12)
    const column = ((at / 3) % film.width) / film.width - 0.5
    const row = Math.floor(at / 3 / film.width) / film.height - 0.5
    const shadow = 1 - vignette * Math.min(1, 2.1 * (column * column + row * row)) ** 1.2
    for (let i = 0; i < 3; i++) {
      const saturated = Math.max(0, grey + (light[i] - grey) * saturation)
      const tone = toDisplay(roll((saturated + (grey - saturated) * burnt) * shadow))
      shown[at + i] = tone + contrast * (tone * tone * (3 - 2 * tone) - tone)
    }
  }
  picture = { ...picture, data: shown }
  return toBytes(samples === 2 ? halved(picture) : picture, grain)
}

function glare(picture, from, radius) {
  const small = halved(halved(picture))
  for (let i = 0; i < small.data.length; i++) small.data[i] = Math.min(6, Math.max(0, small.data[i] - from))
  const near = blurred(small, radius / 4)
  const wide = blurred(small, radius)
  return (at, channel) => {
    const pixel = at / 3
    const column = Math.min(small.width - 1, (pixel % picture.width) >> 2)
    const row = Math.min(small.height - 1, Math.floor(pixel / picture.width) >> 2)
    const index = (row * small.width + column) * 3 + channel
    return near.data[index] * 0.5 + wide.data[index]
  }
}

function toBytes({ width, height, data }, grain) {
  const random = createRandom(width * 31 + height)
  const bytes = Buffer.alloc(width * height * 3)
  for (let at = 0; at < bytes.length; at += 3) {
    const speck = (random() + random() - 1) * grain
    for (let i = 0; i < 3; i++) bytes[at + i] = Math.max(0, Math.min(255, Math.round((data[at + i] + speck) * 255 + random() - 0.5)))
  }
  return { width, height, bytes }
}

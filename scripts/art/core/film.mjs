import sharp from 'sharp'
import { clamp } from './colour.mjs'

/** Linear light on a picture of height 1: x from -aspect/2 to aspect/2, y from -0.5 (bottom) to 0.5 (top). */
export function createFilm(width, height) {
  const data = new Float32Array(width * height * 3)
  const aspect = width / height

  function shade(paint, area = { left: -9, right: 9, bottom: -9, top: 9 }) {
    const fromX = Math.max(0, Math.floor((area.left + aspect / 2) * height))
    const toX = Math.min(width, Math.ceil((area.right + aspect / 2) * height))
    const fromY = Math.max(0, Math.floor((0.5 - area.top) * height))
    const toY = Math.min(height, Math.ceil((0.5 - area.bottom) * height))
    const out = [0, 0, 0]
    for (let row = fromY; row < toY; row++) {
      for (let column = fromX; column < toX; column++) {
        const at = row * width + column
        out[0] = data[at * 3]
        out[1] = data[at * 3 + 1]
        out[2] = data[at * 3 + 2]
        paint((column + 0.5) / height - aspect / 2, 0.5 - (row + 0.5) / height, out, at)
        data[at * 3] = out[0]
        data[at * 3 + 1] = out[1]
        data[at * 3 + 2] = out[2]
      }
    }
  }

  const around = (x, y, reach) => ({ left: x - reach, right: x + reach, bottom: y - reach, top: y + reach })

  function glow(x, y, radius, colour, gain = 1) {
    shade(
      (px, py, out) => {
        const strength = gain * Math.exp(-((px - x) ** 2 + (py - y) ** 2) / (radius * radius))
        for (let i = 0; i < 3; i++) out[i] += colour[i] * strength
      },
      around(x, y, radius * 3),
    )
  }

  function bokeh(x, y, radius, colour, gain = 1) {
    const soft = Math.max(0.12 * radius, 1 / height)
    shade(
      (px, py, out) => {
        const away = Math.hypot(px - x, py - y)
        const inside = clamp((radius - away) / soft)
        const strength = gain * inside * (0.72 + 0.5 * (away / radius) ** 4)
        for (let i = 0; i < 3; i++) out[i] += colour[i] * strength
      },
      around(x, y, radius),
    )
  }

  function sample(x, y, out, from = data) {
    const px = clamp((x + aspect / 2) * height - 0.5, 0, width - 1.001)
    const py = clamp((0.5 - y) * height - 0.5, 0, height - 1.001)
    const column = Math.floor(px)
    const row = Math.floor(py)
    const fx = px - column
    const fy = py - row
    const right = column + 1 < width ? 3 : 0
    const below = row + 1 < height ? width * 3 : 0
    const at = (row * width + column) * 3
    for (let i = 0; i < 3; i++) {
      const top = from[at + i] * (1 - fx) + from[at + i + right] * fx
      const low = from[at + i + below] * (1 - fx) + from[at + i + below + right] * fx
      out[i] = top * (1 - fy) + low * fy
    }
    return out
  }

  /** Coverage 0..1 per pixel of SVG elements drawn in the film's units, but with y downwards. */
  async function mask(elements, blur = 0) {
    const box = `viewBox="${-aspect / 2} -0.5 ${aspect} 1" width="${width}" height="${height}"`
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${box}>${elements}</svg>`)
    let picture = sharp(svg, { unlimited: true }).ensureAlpha().extractChannel(3)
    if (blur > 0) picture = picture.blur(Math.max(0.3, blur * height))
    const bytes = await picture.raw().toBuffer()
    const coverage = new Float32Array(width * height)
    for (let i = 0; i < coverage.length; i++) coverage[i] = bytes[i] / 255
    return coverage
  }

  return { width, height, aspect, data, shade, glow, bokeh, sample, mask }
}

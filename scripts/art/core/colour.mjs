export const clamp = (value, low = 0, high = 1) => (value < low ? low : value > high ? high : value)
export const lerp = (a, b, t) => a + (b - a) * t

export function smooth(from, to, value) {
  const t = clamp((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}

const toLinear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** Linear light of '#rrggbb', times `gain`. */
export const hex = (text, gain = 1) => [1, 3, 5].map((at) => gain * toLinear(Number.parseInt(text.slice(at, at + 2), 16) / 255))

export const mixed = (a, b, t) => [lerp(a[0], b[0], t), lerp(a[1], b[1], t), lerp(a[2], b[2], t)]

/** Draws `colour` over what stands in `out`. */
export function cover(out, colour, alpha) {
  out[0] += (colour[0] - out[0]) * alpha
  out[1] += (colour[1] - out[1]) * alpha
  out[2] += (colour[2] - out[2]) * alpha
}

export function put(out, colour, gain = 1) {
  out[0] = colour[0] * gain
  out[1] = colour[1] * gain
  out[2] = colour[2] * gain
}

export function light(out, colour, gain = 1) {
  out[0] += colour[0] * gain
  out[1] += colour[1] * gain
  out[2] += colour[2] * gain
}

/** A ramp through [position, '#rrggbb', gain?] stops: `(t, out)` writes its colour. */
export function createRamp(stops) {
  const positions = stops.map(([position]) => position)
  const colours = stops.map(([, text, gain]) => hex(text, gain))
  return (t, out) => {
    let i = 0
    while (i < positions.length - 2 && t > positions[i + 1]) i++
    put(out, mixed(colours[i], colours[i + 1], smooth(positions[i], positions[i + 1], t)))
    return out
  }
}

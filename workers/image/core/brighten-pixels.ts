import type { PictureLook } from '#shared/domain/preflight.ts'

/** Mean luma that brightening aims at: still an evening, yet one in which everything is seen. */
const TARGET_BRIGHTNESS = 80
/** Shadows are lifted at most so many times: noise grows as they do. */
const MAX_LIFT = 6

/** Lightens RGBA pixels in place. Black and white stay, and so does the hue; `look` is that of the whole picture as it was. Rule: docs/rules.md, "Pre-flight". */
export function brightenPixels(pixels: Uint8ClampedArray, look: PictureLook): void {
  const gains = gainsFor(look.brightness)
  for (let at = 0; at < pixels.length; at += 4) {
    const red = pixels[at] ?? 0
    const green = pixels[at + 1] ?? 0
    const blue = pixels[at + 2] ?? 0
    const gain = gains[Math.max(red, green, blue)] ?? 1
    pixels[at] = red * gain
    pixels[at + 1] = green * gain
    pixels[at + 2] = blue * gain
  }
}

/** For each strongest channel the gain of all three: the curve v × lift ÷ (1 + (lift − 1) × v), which brings the mean to the target. */
function gainsFor(brightness: number): Float32Array {
  const mean = Math.max(1, brightness) / 255
  const target = TARGET_BRIGHTNESS / 255
  const lift = Math.min(MAX_LIFT, Math.max(1, (target * (1 - mean)) / (mean * (1 - target))))
  return Float32Array.from({ length: 256 }, (_, value) => lift / (1 + ((lift - 1) * value) / 255))
}

import { makeRandom } from '#shared/motion/random.ts'

const SIDE = 256
const STRIDE = 264
export const NOISE_BYTES = SIDE * STRIDE
/** Three numbers added come close to a bell; this brings their spread to the whole of a byte without many clipped ones. */
const SPREAD = 52

/** A tile of film grain for `Kernel.finish`: signed bytes, finer than a pixel at `coarseness` 0, two pixels wide at 1. */
export function noiseTile(seed: number, coarseness: number): Int8Array {
  const random = makeRandom(seed)
  const bell = () => (random() + random() + random() - 1.5) * 2
  const raw = new Float32Array(SIDE * SIDE).map(bell)
  const at = (x: number, y: number) => raw[((y & (SIDE - 1)) << 8) + (x & (SIDE - 1))] ?? 0
  const beside = coarseness / 2
  const corner = (coarseness * coarseness) / 4
  const scale = (SPREAD * (1 + coarseness)) / (1 + 4 * beside * beside + 4 * corner * corner)
  const tile = new Int8Array(NOISE_BYTES)
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < STRIDE; x++) {
      const near = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)
      const far = at(x - 1, y - 1) + at(x + 1, y - 1) + at(x - 1, y + 1) + at(x + 1, y + 1)
      const value = (at(x, y) + near * beside + far * corner) * scale
      tile[y * STRIDE + x] = Math.round(Math.min(127, Math.max(-127, value)))
    }
  }
  return tile
}

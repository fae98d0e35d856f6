export function createRandom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const fade = (t) => t * t * t * (t * (t * 6 - 15) + 10)
const lerp = (a, b, t) => a + (b - a) * t

function slope2(hash, x, y) {
  const u = hash & 1 ? -x : x
  const v = hash & 2 ? -y : y
  return hash & 4 ? u + v * 0.5 : u * 0.5 + v
}

function slope3(hash, x, y, z) {
  const h = hash & 15
  const u = h < 8 ? x : y
  const v = h < 4 ? y : h === 12 || h === 14 ? x : z
  return (h & 1 ? -u : u) + (h & 2 ? -v : v)
}

/** Seeded gradient noise; `noise2` and `noise3` lie in about -1..1, sums of octaves too, `cell` gives 0..1 per lattice point. */
export function createNoise(seed) {
  const random = createRandom(seed)
  const table = new Uint8Array(512)
  for (let i = 0; i < 256; i++) table[i] = i
  for (let i = 255; i > 0; i--) {
    const other = Math.floor(random() * (i + 1))
    const moved = table[i]
    table[i] = table[other]
    table[other] = moved
  }
  table.copyWithin(256, 0, 256)

  function noise2(x, y) {
    const fx = Math.floor(x)
    const fy = Math.floor(y)
    const dx = x - fx
    const dy = y - fy
    const a = table[fx & 255] + (fy & 255)
    const b = table[(fx + 1) & 255] + (fy & 255)
    const u = fade(dx)
    const low = lerp(slope2(table[a & 255], dx, dy), slope2(table[b & 255], dx - 1, dy), u)
    const high = lerp(slope2(table[(a + 1) & 255], dx, dy - 1), slope2(table[(b + 1) & 255], dx - 1, dy - 1), u)
    return 1.35 * lerp(low, high, fade(dy))
  }

  function noise3(x, y, z) {
    const fx = Math.floor(x)
    const fy = Math.floor(y)
    const fz = Math.floor(z)
    const dx = x - fx
    const dy = y - fy
    const dz = z - fz
    const i = fx & 255
    const k = fz & 255
    const j = fy & 255
    const a = table[i] + j
    const b = table[i + 1] + j
    const aa = table[a & 255] + k
    const ab = table[(a + 1) & 255] + k
    const ba = table[b & 255] + k
    const bb = table[(b + 1) & 255] + k
    const u = fade(dx)
    const v = fade(dy)
    const near = lerp(
      lerp(slope3(table[aa & 255], dx, dy, dz), slope3(table[ba & 255], dx - 1, dy, dz), u),
      lerp(slope3(table[ab & 255], dx, dy - 1, dz), slope3(table[bb & 255], dx - 1, dy - 1, dz), u),
      v,
    )
    const far = lerp(
      lerp(slope3(table[(aa + 1) & 255], dx, dy, dz - 1), slope3(table[(ba + 1) & 255], dx - 1, dy, dz - 1), u),
      lerp(slope3(table[(ab + 1) & 255], dx, dy - 1, dz - 1), slope3(table[(bb + 1) & 255], dx - 1, dy - 1, dz - 1), u),
      v,
    )
    return lerp(near, far, fade(dz))
  }

  function fbm2(x, y, octaves = 5) {
    let sum = 0
    let weight = 0.5
    for (let i = 0; i < octaves; i++) {
      sum += weight * noise2(x, y)
      const turned = 1.6 * x - 1.2 * y + 17.3
      y = 1.2 * x + 1.6 * y + 5.1
      x = turned
      weight *= 0.5
    }
    return sum
  }

  function fbm3(x, y, z, octaves = 5) {
    let sum = 0
    let weight = 0.5
    for (let i = 0; i < octaves; i++) {
      sum += weight * noise3(x, y, z)
      const turned = 1.6 * x - 1.2 * z + 7.7
      z = 1.2 * x + 1.6 * z + 3.1
      x = turned
      y = y * 2.02 + 11.3
      weight *= 0.5
    }
    return sum
  }

  function ridge2(x, y, octaves = 5) {
    let sum = 0
    let weight = 0.5
    let carried = 1
    for (let i = 0; i < octaves; i++) {
      const crest = (1 - Math.abs(noise2(x, y))) ** 2 * carried
      sum += weight * crest
      carried = Math.min(1, crest * 1.4)
      const turned = 1.6 * x - 1.2 * y + 9.2
      y = 1.2 * x + 1.6 * y + 3.7
      x = turned
      weight *= 0.5
    }
    return sum
  }

  const cell = (i, j = 0, salt = 0) => {
    const a = table[(i & 255) + table[(j & 255) + table[salt & 255]]]
    return (a + table[(a + (i & 63) + 7) & 255] / 256) / 256
  }

  return { random, noise2, noise3, fbm2, fbm3, ridge2, cell }
}

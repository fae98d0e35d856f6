import { along, mirror, unit } from './march.mjs'

/** Water seen along `ray` from `height` above it: writes reflected `skyAt(ray, out)` over `deep`, gives the distance. */
export function createSea(noise, { height, wave = 1, fine = 1, deep, skyAt, drift = 0, octaves = 4 }) {
  const slopeAt = (x, z, distance) => {
    let sx = 0
    let sz = 0
    for (let i = 0; i < octaves; i++) {
      const scale = fine * 0.55 * 2.1 ** i
      const seen = wave * 0.16 * Math.min(1, 26 / (distance * scale))
      const px = (x + i * 13.1) * scale
      const pz = (z * 1.5 + drift) * scale
      const here = noise.noise2(px, pz)
      sx += seen * (noise.noise2(px + 0.08, pz) - here) * 9
      sz += seen * (noise.noise2(px, pz + 0.08) - here) * 13
    }
    return [sx, sz]
  }
  return (ray, out) => {
    const distance = height / Math.max(1e-4, -ray[1])
    const [x, , z] = along([0, 0, 0], ray, distance)
    const [sx, sz] = slopeAt(x, z, distance)
    const normal = unit([0 - sx, 1, 0 - sz])
    const bounced = mirror(ray, normal)
    bounced[1] = Math.abs(bounced[1]) + 0.004
    const facing = Math.max(0, -(ray[0] * normal[0] + ray[1] * normal[1] + ray[2] * normal[2]))
    const glance = 0.03 + 0.97 * (1 - facing) ** 5
    skyAt(unit(bounced), out)
    for (let i = 0; i < 3; i++) out[i] = out[i] * glance + deep[i] * (1 - glance) * (0.7 + 0.6 * sz)
    return distance
  }
}

export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
export const unit = (a) => {
  const size = Math.hypot(a[0], a[1], a[2]) || 1
  return [a[0] / size, a[1] / size, a[2] / size]
}
export const along = (from, ray, distance) => [from[0] + ray[0] * distance, from[1] + ray[1] * distance, from[2] + ray[2] * distance]
export const mirror = (ray, normal) => along(ray, normal, -2 * dot(ray, normal))

/** Rays of a camera at `eye` looking at `target`; `zoom` is the focal length in picture heights. */
export function createCamera({ eye, target, zoom = 1.2 }) {
  const ahead = unit([target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]])
  const side = unit(cross([0, 1, 0], ahead))
  const up = cross(ahead, side)
  return (x, y) => unit([0, 1, 2].map((i) => side[i] * x + up[i] * y + ahead[i] * zoom))
}

/** Distance at which the ray meets the ground `heightAt(x, z)`, or Infinity. */
export function meetGround(heightAt, eye, ray, { far = 100, near = 0.1, steps = 160, stride = 0.4 } = {}) {
  let distance = near
  let before = near
  for (let i = 0; i < steps && distance < far; i++) {
    const [x, y, z] = along(eye, ray, distance)
    const gap = y - heightAt(x, z)
    if (gap < 0.0008 * distance) return refine(heightAt, eye, ray, before, distance)
    before = distance
    distance += Math.max(gap * stride, 0.0015 * distance)
  }
  return Infinity
}

function refine(heightAt, eye, ray, low, high) {
  for (let i = 0; i < 6; i++) {
    const middle = (low + high) / 2
    const [x, y, z] = along(eye, ray, middle)
    if (y < heightAt(x, z)) high = middle
    else low = middle
  }
  return high
}

export function groundNormal(heightAt, x, z, gap) {
  return unit([heightAt(x - gap, z) - heightAt(x + gap, z), 2 * gap, heightAt(x, z - gap) - heightAt(x, z + gap)])
}

export function groundShadow(heightAt, from, sun, { far = 20, softness = 12, steps = 40 } = {}) {
  let lit = 1
  let distance = 0.05
  for (let i = 0; i < steps && distance < far; i++) {
    const [x, y, z] = along(from, sun, distance)
    const gap = y - heightAt(x, z)
    lit = Math.min(lit, 0.5 + (0.5 * softness * gap) / distance)
    if (lit <= 0) return 0
    distance += Math.max(0.04 + distance * 0.02, gap * 0.5)
  }
  return lit * lit * (3 - 2 * lit)
}

/** Light of a star field at x, y (any plane): mostly 0; `fine` is cells per unit. */
export function starAt(noise, x, y, { fine = 60, rare = 0.8, size = 0.07, salt = 0 } = {}) {
  const cx = Math.floor(x * fine)
  const cy = Math.floor(y * fine)
  const chance = noise.cell(cx, cy, salt)
  if (chance < rare) return 0
  const dx = x * fine - cx - 0.2 - 0.6 * noise.cell(cx, cy, salt + 1)
  const dy = y * fine - cy - 0.2 - 0.6 * noise.cell(cx, cy, salt + 2)
  const bright = ((chance - rare) / (1 - rare)) ** 3
  return (0.25 + 3 * bright) * Math.exp(-(dx * dx + dy * dy) / (size * size * (0.5 + bright)))
}

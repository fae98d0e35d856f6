/** Height of a row of pines above its ground at x; `spacing` between stems, `tall` of the tallest. */
export function pinesAt(noise, x, { spacing, tall, salt = 0, slim = 0.2, bare = 0.15 }) {
  const middle = Math.floor(x / spacing)
  let top = 0
  for (let i = middle - 3; i <= middle + 3; i++) {
    if (noise.cell(i, 3, salt) < bare) continue
    const height = tall * (0.45 + 0.55 * noise.cell(i, 1, salt))
    const away = Math.abs(x - (i + 0.2 + 0.6 * noise.cell(i, 2, salt)) * spacing) / (height * slim)
    const branch = 0.09 * (((away * 5.5 + noise.cell(i, 4, salt)) % 1) - 0.4)
    top = Math.max(top, height * (1 - away ** 0.85 + branch * Math.min(1, away * 4)))
  }
  return top
}

/** `of(x)` once per column of the film. */
export function profile(film, of) {
  const line = new Float32Array(film.width)
  for (let column = 0; column < film.width; column++) line[column] = of((column + 0.5) / film.height - film.aspect / 2)
  return line
}

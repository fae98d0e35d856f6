export function halved({ width, height, data }) {
  const small = { width: width >> 1, height: height >> 1 }
  const result = new Float32Array(small.width * small.height * 3)
  for (let row = 0; row < small.height; row++) {
    for (let column = 0; column < small.width; column++) {
      const from = (row * 2 * width + column * 2) * 3
      const to = (row * small.width + column) * 3
      const below = from + width * 3
      for (let i = 0; i < 3; i++) result[to + i] = (data[from + i] + data[from + 3 + i] + data[below + i] + data[below + 3 + i]) / 4
    }
  }
  return { ...small, data: result }
}

function slide(from, to, count, stride, start, radius) {
  const last = count - 1
  const span = radius * 2 + 1
  let sum = 0
  for (let i = -radius; i <= radius; i++) sum += from[start + Math.max(0, Math.min(last, i)) * stride]
  for (let i = 0; i < count; i++) {
    to[start + i * stride] = sum / span
    sum += from[start + Math.min(last, i + radius + 1) * stride] - from[start + Math.max(0, i - radius) * stride]
  }
}

/** Three box passes, close to a gaussian of `radius` pixels. */
export function blurred({ width, height, data }, radius) {
  const reach = Math.max(1, Math.round(radius))
  const from = Float32Array.from(data)
  const to = new Float32Array(data.length)
  for (let pass = 0; pass < 3; pass++) {
    for (let row = 0; row < height; row++) for (let i = 0; i < 3; i++) slide(from, to, width, 3, row * width * 3 + i, reach)
    for (let column = 0; column < width; column++) for (let i = 0; i < 3; i++) slide(to, from, height, width * 3, column * 3 + i, reach)
  }
  return { width, height, data: from }
}

/** An affine map: x' = a x + b y + x0, y' = c x + d y + y0. Points are in picture heights from the picture's centre. */
export interface Affine {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly x0: number
  readonly y0: number
}

export const STILL: Affine = { a: 1, b: 0, c: 0, d: 1, x0: 0, y0: 0 }

/** The map that applies `inner` first and then `outer`. */
export function compose(outer: Affine, inner: Affine): Affine {
  return {
    a: outer.a * inner.a + outer.b * inner.c,
    b: outer.a * inner.b + outer.b * inner.d,
    c: outer.c * inner.a + outer.d * inner.c,
    d: outer.c * inner.b + outer.d * inner.d,
    x0: outer.a * inner.x0 + outer.b * inner.y0 + outer.x0,
    y0: outer.c * inner.x0 + outer.d * inner.y0 + outer.y0,
  }
}

/** The inverse; the map must not be singular. */
export function invert({ a, b, c, d, x0, y0 }: Affine): Affine {
  const area = a * d - b * c
  return { a: d / area, b: -b / area, c: -c / area, d: a / area, x0: (b * y0 - d * x0) / area, y0: (c * x0 - a * y0) / area }
}

/** Interpolates linearly between two maps. */
export function mix(from: Affine, to: Affine, part: number): Affine {
  const at = (p: number, q: number) => p + (q - p) * part
  return {
    a: at(from.a, to.a),
    b: at(from.b, to.b),
    c: at(from.c, to.c),
    d: at(from.d, to.d),
    x0: at(from.x0, to.x0),
    y0: at(from.y0, to.y0),
  }
}

/**
 * The map in pixels: from the pixels of a picture of size `from` to the pixels of a picture of size `to`. Both sizes have the same ratio.
 */
export function inPixels(map: Affine, from: { width: number; height: number }, to: { width: number; height: number }): Affine {
  const scale = to.height / from.height
  const [fromX, fromY] = [(1 - from.width) / 2, (1 - from.height) / 2]
  const [toX, toY] = [(to.width - 1) / 2, (to.height - 1) / 2]
  const [a, b, c, d] = [map.a * scale, map.b * scale, map.c * scale, map.d * scale]
  return {
    a,
    b,
    c,
    d,
    x0: a * fromX + b * fromY + map.x0 * to.height + toX,
    y0: c * fromX + d * fromY + map.y0 * to.height + toY,
  }
}

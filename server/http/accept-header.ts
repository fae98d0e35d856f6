import { parseAccept } from 'hono/utils/accept'

/**
 * Whether an Accept header names this media type with a weight above 0. A wildcard does not count: browsers also send `image/*`, but cannot
 * display all image formats.
 */
export function acceptsType(header: string | undefined, type: string): boolean {
  return (weightsOf(header).get(type) ?? 0) > 0
}

/**
 * The offered coding with the highest weight in an Accept-Encoding header; on a tie the first. Undefined if the header prefers the plain
 * body or accepts no offered coding: the body is then sent without coding, even if the header forbids that.
 */
export function chooseEncoding<Coding extends { readonly name: string }>(
  header: string | undefined,
  offered: readonly Coding[],
): Coding | undefined {
  const weights = weightsOf(header)
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const plainWeight = weights.get('identity') ?? 0
  const accepted = offered.filter(({ name }) => weightOf(name) > 0 && weightOf(name) >= plainWeight)
  return accepted.toSorted((one, other) => weightOf(other.name) - weightOf(one.name))[0]
}

function weightsOf(header: string | undefined): ReadonlyMap<string, number> {
  return new Map(parseAccept(header ?? '').map(({ type, q }) => [type.toLowerCase(), q]))
}

/**
 * A payload without empty fields ('', null, undefined); 0 and false stay. Rules: docs/creations.md, "History lists", and docs/create.md,
 * "Generation calls".
 */
export function dropEmpty<Payload extends object>(payload: Payload): Partial<Payload> {
  const filledFields = Object.entries(payload).filter(([, value]) => value !== '' && value !== null && value !== undefined)
  return Object.fromEntries(filledFields) as Partial<Payload>
}

import type { TrackEvent } from '#shared/api/track.ts'
import { MAX_TRACK_FIELDS, MAX_TRACK_VALUE_LENGTH } from '#shared/domain/track-rules.ts'

type Fields = TrackEvent['fields']
type Value = Fields[string]

/** An event's fields as they may be sent: texts without NUL and cut, no more fields than fit. Rule: docs/rules.md, "Usage". */
export function toFields(payload: object): Fields {
  const fields = Object.entries(payload as Readonly<Record<string, Value>>).map(([name, value]) => [name, toValue(value)] as const)
  return Object.fromEntries(fields.slice(0, MAX_TRACK_FIELDS))
}

/** The same for Google, which hears no word that a person has written. */
export function toGtagFields(payload: object): Fields {
  const { prompt: _, ...rest } = toFields(payload)
  return rest
}

function toValue(value: Value): Value {
  return typeof value === 'string' ? value.replaceAll('\0', '').slice(0, MAX_TRACK_VALUE_LENGTH) : value
}

import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { EARLIEST_MS, LATEST_MS, MAX_SEQUENCE } from '#shared/domain/number-bounds.ts'
import { MAX_TRACK_EVENTS, MAX_TRACK_FIELDS, MAX_TRACK_NAME_LENGTH, MAX_TRACK_VALUE_LENGTH } from '#shared/domain/measurement-rules.ts'

/** Longer than any id, version or size from a page. */
const MAX_COMMON_LENGTH = 100

const nameSchema = z.string().check(z.regex(/^[a-z]\w*$/), z.maxLength(MAX_TRACK_NAME_LENGTH))
/** The database rejects lone surrogates in JSON. */
const WELL_FORMED = /^\P{Surrogate}*$/u
const valueSchema = z.lazy(() =>
  z.union([
    plainText(MAX_TRACK_VALUE_LENGTH).check(z.regex(WELL_FORMED)),
    z.number().check(z.minimum(-MAX_SEQUENCE), z.maximum(MAX_SEQUENCE)),
    z.boolean(),
  ]),
)
const commonSchema = plainText(MAX_COMMON_LENGTH).check(z.regex(WELL_FORMED))

const trackEventSchema = z.lazy(() =>
  z.object({
    /** Created by the page, so that a repeated event is stored once. */
    id: z.uuid(),
    name: nameSchema,
    /** The time of the event by the device's clock, in ms since 1970. */
    atMs: numbers.wholeNumber(EARLIEST_MS, LATEST_MS),
    fields: z.record(nameSchema, valueSchema).check(z.refine((fields) => Object.keys(fields).length <= MAX_TRACK_FIELDS)),
  }),
)
export type TrackEvent = z.infer<typeof trackEventSchema>

/** The common parameters are in the body, because a beacon has no headers. */
const trackCommonSchema = z.lazy(() =>
  z.object({
    deviceSize: commonSchema,
    language: commonSchema,
    userToken: commonSchema,
    appInstanceId: commonSchema,
    appVersion: commonSchema,
    appPackage: commonSchema,
    timestamp: commonSchema,
    businessUserId: commonSchema,
    trackerVersion: commonSchema,
  }),
)

/** Records usage events with the user's consent. Unsigned, because a beacon cannot sign. Rule: docs/measurement.md, "Usage". */
export const trackUsage = defineCall({
  method: 'POST',
  base: 'main',
  path: '/track',
  input: z.lazy(() =>
    z.object({ common: trackCommonSchema, events: z.array(trackEventSchema).check(z.minLength(1), z.maxLength(MAX_TRACK_EVENTS)) }),
  ),
  data: z.lazy(() => z.object({})),
})

import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { JPEG_QUALITY } from '#shared/domain/media-limits.ts'
import { UPRIGHT } from '#shared/domain/crop-rules.ts'
import { defineRecord } from './records.ts'
import { settingsSchema } from './settings-schema.ts'

const rectSchema = z.object({ x: numbers.positionPx(), y: numbers.positionPx(), width: numbers.sidePx(), height: numbers.sidePx() })
const turnSchema = z.object({
  quarters: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  isMirrored: z.boolean(),
})
const blobSchema = z.instanceof(Blob)

const draftPictureSchema = z.object({
  name: z.string(),
  sourceId: z.string(),
  wish: z.object({
    crop: z.nullable(z.object({ turn: turnSchema, part: rectSchema })),
    quality: numbers.fraction(),
    isBrightened: z.boolean(),
    isPrepared: z.optional(z.boolean()),
  }),
  image: z.object({
    blob: blobSchema,
    width: numbers.sidePx(),
    height: numbers.sidePx(),
    sha256: z.string(),
    sourceBytes: numbers.sizeBytes(),
    sourceWidth: numbers.sidePx(),
    sourceHeight: numbers.sidePx(),
    turn: turnSchema,
    cut: z.nullable(rectSchema),
    shrinkPasses: numbers.count(),
    isFirstFrameOnly: z.boolean(),
    metadata: z.enum(['none', 'some', 'place']),
  }),
})

/** The unfinished form of a tool. Its pictures are stored in the prepared form in which they will be uploaded. */
export const draftRecord = defineRecord({
  version: 4,
  schema: z.object({
    /** The account of the form's author, '' for a visitor. */
    owner: z.string(),
    settings: settingsSchema,
    pictures: z.array(z.nullable(draftPictureSchema)),
  }),
  fallback: (): never => {
    throw new Error('a draft has no fallback')
  },
  migrate: (fromVersion, data) => {
    const { owner = '', settings, picture } = Object(data)
    return { owner, settings, pictures: [fromVersion < 2 ? withSource(picture) : picture] }
  },
})
export type Draft = z.infer<typeof draftRecord.schema>

/** Migrates a picture of version 1, which has no stored source, crop, turn and metadata. */
function withSource(picture: unknown): unknown {
  if (typeof picture !== 'object' || picture === null) return null
  const { image, ...rest } = picture as { readonly image?: object }
  return {
    ...rest,
    sourceId: '',
    wish: { crop: null, quality: JPEG_QUALITY, isBrightened: false },
    image: { ...image, turn: UPRIGHT, metadata: 'none' },
  }
}

/** The source of a draft's picture, for another crop after a reload. */
export const draftSourceRecord = defineRecord({
  version: 1,
  schema: z.object({ id: z.string(), file: blobSchema }),
  fallback: (): never => {
    throw new Error('a source has no fallback')
  },
})

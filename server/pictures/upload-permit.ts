import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type UploadType, UPLOAD_TYPES } from '#shared/domain/media-limits.ts'

/** The validity of an upload address, in ms. */
export const UPLOAD_PERMIT_MS = 15 * 60 * 1000
export const UPLOAD_PATH = '/api/upload/'

/** A permission to PUT exactly one file. `size` is the declared size in bytes; 0 = none declared. */
export interface UploadPermit {
  readonly name: string
  readonly expiresAtMs: number
  readonly type: UploadType
  readonly size: number
}

const querySchema = z.object({
  expires: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
  type: z.enum(UPLOAD_TYPES),
  size: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
})

/** The upload address of a permission, on our own origin. */
export function permitUrl(permit: UploadPermit, secret: string): string {
  const query = new URLSearchParams({
    expires: String(permit.expiresAtMs),
    type: permit.type,
    size: String(permit.size),
    signature: sign(permit, secret),
  })
  return `${UPLOAD_PATH}${permit.name}?${query.toString()}`
}

/** Parses a permission; undefined if it is forged, changed or expired. */
export function readPermit(name: string, query: unknown, secret: string, nowMs: number): UploadPermit | undefined {
  const parsed = querySchema.safeParse(query)
  if (!parsed.success) return undefined
  const { expires, type, size, signature } = parsed.data
  const permit: UploadPermit = { name, expiresAtMs: expires, type, size }
  const isGenuine = timingSafeEqual(Buffer.from(signature, 'hex'), Buffer.from(sign(permit, secret), 'hex'))
  return isGenuine && nowMs <= expires ? permit : undefined
}

function sign({ name, expiresAtMs, type, size }: UploadPermit, secret: string): string {
  return createHmac('sha256', secret).update(`upload\n${name}\n${expiresAtMs}\n${type}\n${size}`).digest('hex')
}

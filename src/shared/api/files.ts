import { z } from 'zod/mini'
import { defineCall } from '#shared/api/define-call.ts'
import { plainText } from '#shared/api/plain-text.ts'
import { MAX_UPLOAD_BYTES } from '#shared/domain/media-limits.ts'

/** A permission to PUT one file, for a short time; `exists` means that the server already holds these bytes for this owner. */
export const presignUpload = defineCall({
  method: 'POST',
  base: 'main',
  path: '/file/upload/presign',
  input: z.object({
    filename: plainText(200, 1),
    contentType: z.optional(plainText(100)),
    size: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(MAX_UPLOAD_BYTES))),
    sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  }),
  data: z.object({ presignedUrl: z.string(), fileUrl: z.string(), expiresAt: z.number(), exists: z.boolean() }),
})

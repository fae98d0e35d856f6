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

/** The address of one of the caller's own files. */
export const presignGet = defineCall({
  method: 'POST',
  base: 'main',
  path: '/file/get/presign',
  input: z.object({ filename: plainText(200, 1) }),
  data: z.object({ presignedUrl: z.string() }),
})

export const NO_FILE_TEXT = 'No file found in FormData'
export const NOT_A_FILE_TEXT = 'Invalid file type, expected File object'

/** The whole file in one form: the way that is left where the PUT does not get through. The same bytes give the same address. */
export const uploadFile = defineCall({
  method: 'POST',
  base: 'main',
  path: '/file/upload',
  input: z.object({ file: z.instanceof(File) }),
  data: z.object({ fileUrl: z.string() }),
  isForm: true,
})

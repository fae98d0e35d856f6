import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { FILE_NAME_MAX_LENGTH } from '#shared/domain/file-name.ts'
import { MAX_UPLOAD_BYTES } from '#shared/domain/media-limits.ts'

/** A short-lived permission to PUT one file. `exists`: the server already stores these bytes for this owner. */
export const presignUpload = defineCall({
  method: 'POST',
  base: 'main',
  path: '/file/upload/presign',
  input: z.lazy(() =>
    z.object({
      filename: plainText(FILE_NAME_MAX_LENGTH, 1),
      contentType: z.optional(plainText(100)),
      size: z.optional(numbers.wholeNumber(1, MAX_UPLOAD_BYTES)),
      sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
    }),
  ),
  data: z.lazy(() => z.object({ presignedUrl: z.string(), fileUrl: z.string(), expiresAt: numbers.time(), exists: z.boolean() })),
})

/** The address of one of the caller's own files. */
export const presignGet = defineCall({
  method: 'POST',
  base: 'main',
  path: '/file/get/presign',
  input: z.lazy(() => z.object({ filename: plainText(FILE_NAME_MAX_LENGTH, 1) })),
  data: z.lazy(() => z.object({ presignedUrl: z.string() })),
})

export const NO_FILE_TEXT = 'No file found in FormData'
export const NOT_A_FILE_TEXT = 'Invalid file type, expected File object'

/** Uploads a file as a form. Clients use this call if the PUT of `presignUpload` fails. The same bytes return the same address. */
export const uploadFile = defineCall({
  method: 'POST',
  base: 'main',
  path: '/file/upload',
  input: z.lazy(() => z.object({ file: z.instanceof(File) })),
  data: z.lazy(() => z.object({ fileUrl: z.string() })),
  isForm: true,
})

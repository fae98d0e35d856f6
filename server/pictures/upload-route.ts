import type { Context as Request, Hono } from 'hono'
import type { IncomingUpload } from '#server/http/upload-space.ts'
import type { Services } from '#server/verbs/services.ts'
import { TOO_LARGE } from './receive-picture.ts'
import { storeUpload } from './store-upload.ts'
import { UPLOAD_PATH } from './upload-permit.ts'
import { MAX_UPLOAD_BYTES } from '#shared/domain/media-limits.ts'
import { type Env, reply, replyFailure } from '#server/http/reply.ts'

/** The presigned PUT: its signed address authorises it, without authentication or API signature. */
export function mountUpload(app: Hono<Env>, services: Services, incomingUploadOf: (c: Request<Env>) => IncomingUpload): void {
  app.put(`${UPLOAD_PATH}:name`, async (c) => {
    const contentType = (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim() ?? ''
    if (Number(c.req.header('content-length') ?? 0) > MAX_UPLOAD_BYTES) return replyFailure(c, TOO_LARGE)
    const input = { name: c.req.param('name'), query: c.req.query(), contentType, body: c.req.raw.body, upload: incomingUploadOf(c) }
    return reply(c, await storeUpload({ ctx: services, input }))
  })
}

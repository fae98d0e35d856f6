import type { Hono, Context as Request } from 'hono'
import type { Context } from '#server/verbs/verb.ts'
import { makeZip } from 'client-zip'
import { exportAccount } from './export-account.ts'
import { EXPORT_PATH } from '#shared/api/account-settings.ts'
import { type Env, replyFailure } from '#server/http/reply.ts'

export function mountExport(app: Hono<Env>, contextOf: (c: Request<Env>) => Context): void {
  app.get(EXPORT_PATH, async (c) => {
    const result = await exportAccount({ ctx: contextOf(c), signal: c.req.raw.signal })
    if (!result.ok) return replyFailure(c, result.error)
    const headers = {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${result.value.filename}"`,
      'cache-control': 'private, no-store',
    }
    return c.body(makeZip(result.value.files), 200, headers)
  })
}

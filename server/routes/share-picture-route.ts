import type { Hono } from 'hono'
import type { Context } from '#server/services/context/context.ts'
import type { Env } from './reply.ts'
import { readFile } from 'node:fs/promises'
import { sharedArt } from '#server/services/head/share-picture.ts'
import { matchesTag } from './entity-tag.ts'
import { replyFailure } from './reply.ts'

/** The address of a picture stays when its item is shown with another one. */
const FOR_A_DAY = 'public, max-age=86400'

/** The pictures that links to items and articles are shown with elsewhere; of nothing else, however it is asked for. */
export function mountSharePictures(app: Hono<Env>, ctx: Pick<Context, 'gallery' | 'articles'>): void {
  app.get('/share/:kind/:file{.+\\.jpg}', async (c) => {
    const { kind, file } = c.req.param()
    const art = sharedArt(ctx, kind, file.replace(/\.jpg$/, ''))
    if (art === undefined) return replyFailure(c, { code: 'H4001' })
    const headers = { 'cache-control': FOR_A_DAY, 'content-type': 'image/jpeg', etag: `"share-${art.name}"` }
    if (matchesTag(c.req.header('if-none-match'), headers.etag)) return c.body(null, 304, headers)
    return c.body(new Uint8Array(await readFile(await ctx.gallery.sharePictureOf(art))), 200, headers)
  })
}

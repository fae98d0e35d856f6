import type { Context as Request } from 'hono'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Engine } from './providers/engine/engine.ts'
import type { BuildInfo } from './routes/health-routes.ts'
import type { Env } from './routes/reply.ts'
import type { Caller, Context, IdempotencyKey, Services } from './services/context/context.ts'
import type { StaticFiles } from './static/static-files.ts'
import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { BASE_PATHS, SIGNED_BASES } from '#shared/api/define-call.ts'
import { COMMON_HEADERS } from '#shared/api/common-params.ts'
import { UNSUBSCRIBE_PATH } from '#shared/domain/newsletter-rules.ts'
import { SHARE_PATH } from '#shared/domain/share-rules.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { originCheck } from './middleware/origin-check.ts'
import { plainPath } from './middleware/plain-path.ts'
import { roomCheck } from './middleware/room-check.ts'
import { routeOf } from './middleware/route-of.ts'
import { requestLog } from './middleware/request-log.ts'
import { HTTPS_PAGE, secureOrigin } from './middleware/secure-origin.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { signatureCheck } from './middleware/signature-check.ts'
import { API_ROUTES, UNSIGNED_ROUTES } from './routes/api-routes.ts'
import { mountCalls } from './routes/call-routes.ts'
import { clientOf } from './routes/client-of.ts'
import { mountExport } from './routes/export-route.ts'
import { openIconSets } from './providers/icons/open-icon-sets.ts'
import { ENGINE_WEBHOOK_PATH } from './providers/engine/engine.ts'
import type { DiskRoom } from './providers/media/disk-room.ts'
import { PAYMENT_WEBHOOK_PATH } from './providers/payment/payment-provider.ts'
import { mountEngineWebhook } from './routes/engine-webhook-route.ts'
import { DEV_EVENTS_STYLE, mountDevEvents } from './routes/dev-events-route.ts'
import { DEV_MAIL_STYLE, mountDevMail } from './routes/dev-mail-route.ts'
import { mountHealth } from './routes/health-routes.ts'
import { mountIcons } from './routes/icon-route.ts'
import { mountMedia } from './routes/media-route.ts'
import { mountMetrics } from './routes/metrics-route.ts'
import { replyFailure } from './routes/reply.ts'
import { replyError } from './routes/reply-error.ts'
import { keepUserToken, SESSION_COOKIE, writeSession } from './routes/identity-cookies.ts'
import { mountNewsletter } from './routes/newsletter-route.ts'
import { mountPaymentWebhook } from './routes/payment-webhook-route.ts'
import { mountSharePictures } from './routes/share-picture-route.ts'
import { mountShare } from './routes/share-route.ts'
import { mountSitemap } from './routes/sitemap-route.ts'
import { mountStatic } from './routes/static-route.ts'
import { mountTracker } from './routes/tracker-routes.ts'
import { mountUpload } from './routes/upload-route.ts'
import { plainPage } from './routes/plain-page.ts'
import { readFirstViews } from './static/first-views.ts'
import { inlineStyleSources } from './static/inline-styles.ts'
import { openPages } from './services/head/open-pages.ts'

export interface AppDeps {
  readonly services: Services
  readonly config: Pick<Config, 'origins' | 'signMode' | 'trustProxy' | 'isLocalOnly' | 'google' | 'gtagId' | 'metricsToken'>
  readonly engine: Pick<Engine, 'name' | 'webhook'>
  readonly log: Logger
  readonly files: StaticFiles
  readonly build: BuildInfo
  readonly isReady: () => Promise<boolean>
  readonly room: DiskRoom
}

/** All HTML of ours in which styles stand. */
function pagesWithStyles(files: StaticFiles): readonly string[] {
  const views = Object.values(readFirstViews(files)).map(({ html }) => html)
  return [HTTPS_PAGE, DEV_EVENTS_STYLE, DEV_MAIL_STYLE, plainPage({ title: '', words: '' }), ...views]
}

/** The whole server without a socket. */
export function createApp({ services, config, engine, log, files, build, isReady, room }: AppDeps): Hono<Env> {
  const app = new Hono<Env>()
  app.use(
    requestLog(log, services.metrics),
    securityHeaders({
      gisSrc: config.google?.gisSrc,
      checkoutOrigins: services.payment.origins,
      inlineStyles: inlineStyleSources(pagesWithStyles(files)),
      hasGtag: config.gtagId !== undefined,
    }),
    secureOrigin(config.trustProxy),
    plainPath<Env>((c) => replyFailure(c, { code: 'H4001' })),
    originCheck(config.origins, [ENGINE_WEBHOOK_PATH, PAYMENT_WEBHOOK_PATH, SHARE_PATH, UNSUBSCRIBE_PATH]),
    roomCheck(room),
  )
  const signature = signatureCheck({ mode: config.signMode, nowMs: services.nowMs, log })
  const callerOf = (c: Request<Env>): Caller => ({
    userToken: c.req.header(COMMON_HEADERS.userToken) ?? '',
    businessUserId: c.req.header(COMMON_HEADERS.businessUserId) ?? '',
    sessionToken: getCookie(c, SESSION_COOKIE) ?? '',
    address: clientOf(c, config.trustProxy).address,
    userAgent: c.req.header('user-agent') ?? '',
  })
  const setSession = (c: Request<Env>) => (token: string | null) => writeSession(c, token, clientOf(c, config.trustProxy).isHttps)
  mountHealth(app, build, isReady)
  mountMetrics(app, services.metrics, { token: config.metricsToken, trustProxy: config.trustProxy })
  const contextOf = (c: Request<Env>, idempotency: IdempotencyKey | null): Context => {
    const caller = callerOf(c)
    const keep = () => keepUserToken(c, caller.userToken, clientOf(c, config.trustProxy).isHttps)
    return { ...services, caller, idempotency, setSession: setSession(c), keepUserToken: keep }
  }
  // Before the signature of our own clients is asked for: providers sign otherwise, and a beacon can't.
  mountPaymentWebhook(app, services)
  mountCalls(app, UNSIGNED_ROUTES, contextOf)
  for (const base of SIGNED_BASES) app.use(`${BASE_PATHS[base]}/*`, signature)
  mountCalls(app, API_ROUTES, contextOf)
  mountTracker(app, (c) => contextOf(c, null))
  mountExport(app, (c) => contextOf(c, null))
  mountUpload(app, services)
  mountEngineWebhook(app, engine)
  mountMedia(app, (c) => {
    const caller = callerOf(c)
    const userToken = caller.userToken === '' ? (getCookie(c, LOCAL_KEYS.userToken) ?? '') : caller.userToken
    return { ...services, caller: { ...caller, userToken }, setSession: setSession(c) }
  })
  mountIcons(app, openIconSets())
  if (config.isLocalOnly) {
    mountDevMail(app, services)
    mountDevEvents(app, services)
  }
  app.all('/api/*', (c) => replyFailure(c, { code: 'H4001' }))
  const origin = config.origins[0] ?? ''
  mountSitemap(app, services, origin)
  mountSharePictures(app, services)
  mountShare(app)
  mountNewsletter(app, services)
  mountStatic(app, files, openPages({ ...services, files, origin }))
  app.onError((error, c) => {
    const facts = { err: error, requestId: c.get('requestId'), route: routeOf(c) }
    if (c.req.raw.signal.aborted) {
      // Nobody hears this answer: the other end went away in the middle of its request.
      log.info(facts, 'request cut off')
      return replyFailure(c, { code: 'H3000', fields: ['body'] })
    }
    log.error(facts, 'request failed')
    return replyError(c)
  })
  return app
}

import type { Config } from '../config/config.ts'
import { type BuildInfo, mountHealth, mountMetrics } from '../http/operator-routes.ts'
import type { Caller, Context, IdempotencyKey } from '../verbs/verb.ts'
import type { Services } from '../verbs/services.ts'
import type { Logger } from '../telemetry/log.ts'
import type { StaticFiles } from '../static/static-files.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { type Context as Request, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { BASE_PATHS, SIGNED_BASES } from '#shared/api/define-call.ts'
import { COMMON_HEADERS } from '#shared/api/common-params.ts'
import { UNSUBSCRIBE_PATH } from '#shared/domain/newsletter-rules.ts'
import { SHARE_PATH } from '#shared/domain/share-rules.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import {
  DISK_RETRY_MS,
  READING,
  originCheck,
  diskSpaceCheck,
  signatureCheck,
  HTTPS_PAGE,
  secureOrigin,
  plainPath,
} from '../http/request-checks.ts'
import { routeOf, requestLog } from '../http/request-log.ts'
import { isDatabaseAway, isDatabasePaused } from '../database/database.ts'
import { isStoreAway } from '../media-store/file-store.ts'
import { signal } from '../queue/signals.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { API_ROUTES, UNSIGNED_ROUTES } from './api-routes.ts'
import { mountCalls } from '../http/call-routes.ts'
import { clientOf, CHALLENGE_COOKIE, extendUserToken, SESSION_COOKIE, writeChallenge, writeSession } from '../http/client-of.ts'
import { mountExport } from '../account/export-route.ts'
import { mountInvoices } from '../billing/invoices/invoice-route.ts'
import { openIconSets, mountIcons } from '../content/icons/icon-route.ts'
import { type Engine, ENGINE_WEBHOOK_PATH } from '../motion/engine.ts'
import type { DiskSpace } from '../disk/disk-space.ts'
import { PAYMENT_WEBHOOK_PATH } from '../billing/providers/payment-provider.ts'
import { mountEngineWebhook } from '../creations/engine-webhook-route.ts'
import { DEV_EVENTS_STYLE, mountDevEvents } from '../dev/events-page.ts'
import { DEV_MAIL_STYLE, mountDevMail } from '../dev/mail-page.ts'
import { mountMedia } from '../creations/media-route.ts'
import { type Env, replyFailure, replyAway, replyError } from '../http/reply.ts'
import { mountNewsletter } from '../content/newsletter/newsletter-route.ts'
import { mountPaymentWebhook } from '../billing/payment-webhook-route.ts'
import { mountSharePictures, mountShare, mountSitemap, mountStatic } from '../content/pages/page-routes.ts'
import { mountTracker } from '../measurement/attribution/tracker-routes.ts'
import { requireOperator } from '../operator/operator-verb.ts'
import { mountUpload } from '../pictures/upload-route.ts'
import { incomingUploadOf } from '../http/upload-space.ts'
import { plainPage } from '../http/plain-page.ts'
import { readFirstViews, inlineStyleSources } from '../static/first-views.ts'
import { openPages } from '../content/pages/open-pages.ts'

export interface AppDeps {
  readonly services: Services
  readonly config: Pick<Config, 'origins' | 'signMode' | 'trustProxy' | 'isLocalOnly' | 'google' | 'gtagId' | 'metricsToken'>
  readonly engines: readonly Pick<Engine, 'name' | 'webhook'>[]
  readonly log: Logger
  readonly tracing: Tracing
  readonly files: StaticFiles
  readonly build: BuildInfo
  readonly isReady: () => Promise<boolean>
  readonly room: DiskSpace
}

function pagesWithStyles(files: StaticFiles): readonly string[] {
  const views = Object.values(readFirstViews(files)).map(({ html }) => html)
  return [HTTPS_PAGE, DEV_EVENTS_STYLE, DEV_MAIL_STYLE, plainPage({ title: '', words: '' }), ...views]
}

/** The routes of a process without public requests: health and metrics. */
export function createWorkerApp({ services, config, log, tracing, build, isReady }: AppDeps): Hono<Env> {
  const app = new Hono<Env>()
  app.use(requestLog({ log, metrics: services.metrics, tracing, trustProxy: config.trustProxy }))
  mountHealth(app, build, isReady)
  mountMetrics(app, services.metrics, { token: config.metricsToken, trustProxy: config.trustProxy })
  return app
}

export function createApp({ services, config, engines, log, tracing, files, build, isReady, room }: AppDeps): Hono<Env> {
  const app = new Hono<Env>()
  app.use(
    requestLog({ log, metrics: services.metrics, tracing, trustProxy: config.trustProxy }),
    securityHeaders({
      gisSrc: config.google?.gisSrc,
      checkoutOrigins: services.payment.origins,
      inlineStyles: inlineStyleSources(pagesWithStyles(files)),
      hasGtag: config.gtagId !== undefined,
    }),
    secureOrigin(config.trustProxy),
    plainPath<Env>((c) => replyFailure(c, { code: 'H4001' })),
    originCheck(config.origins, [ENGINE_WEBHOOK_PATH, PAYMENT_WEBHOOK_PATH, SHARE_PATH, UNSUBSCRIBE_PATH]),
    diskSpaceCheck(room),
  )
  const signature = signatureCheck({ mode: config.signMode, nowMs: services.nowMs, log })
  const callerOf = (c: Request<Env>): Caller => ({
    userToken: c.req.header(COMMON_HEADERS.userToken) ?? '',
    businessUserId: c.req.header(COMMON_HEADERS.businessUserId) ?? '',
    sessionToken: getCookie(c, SESSION_COOKIE) ?? '',
    challengeToken: getCookie(c, CHALLENGE_COOKIE) ?? '',
    address: clientOf(c, config.trustProxy).address,
    userAgent: c.req.header('user-agent') ?? '',
  })
  const setSession = (c: Request<Env>) => (token: string | null) => writeSession(c, token, clientOf(c, config.trustProxy).isHttps)
  mountHealth(app, build, isReady)
  mountMetrics(app, services.metrics, { token: config.metricsToken, trustProxy: config.trustProxy })
  const contextOf = (c: Request<Env>, idempotency: IdempotencyKey | null): Context => {
    const caller = callerOf(c)
    const extendToken = () => extendUserToken(c, caller.userToken, clientOf(c, config.trustProxy).isHttps)
    const setChallenge = (token: string | null) => writeChallenge(c, token, clientOf(c, config.trustProxy).isHttps)
    const own = { caller, idempotency, setSession: setSession(c), setChallenge, renewUserToken: extendToken }
    // The context inherits the services: copying all of them is slower than most calls.
    return Object.assign(Object.create(services) as Services, own)
  }
  // Mounted before the signature check: providers sign differently, and beacons and links cannot sign.
  mountPaymentWebhook(app, services)
  mountCalls(app, UNSIGNED_ROUTES, contextOf)
  mountInvoices(app, (c) => contextOf(c, null))
  for (const base of SIGNED_BASES) app.use(`${BASE_PATHS[base]}/*`, signature)
  mountCalls(app, API_ROUTES, contextOf)
  mountTracker(app, (c) => contextOf(c, null))
  mountExport(app, (c) => contextOf(c, null))
  mountUpload(app, services, (c) => incomingUploadOf(c, { caller: callerOf(c), secret: services.secret }))
  for (const engine of engines) mountEngineWebhook(app, engine, (workId) => signal(services.db, 'engine-news', workId))
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
  mountStatic(app, files, openPages({ ...services, files, origin }), async (c) => (await requireOperator(contextOf(c, null))).ok)
  app.onError((error, c) => {
    const facts = { err: error, requestId: c.get('requestId'), route: routeOf(c) }
    if (c.req.raw.signal.aborted) {
      // The client disconnected during its request, so no answer is sent.
      log.info(facts, 'Request aborted')
      return replyFailure(c, { code: 'H3000', fields: ['body'] })
    }
    if (isDatabasePaused(error)) return replyAway(c)
    // A request whose write is the first that the disk rejects gets the same answer as later write requests. Read requests are excluded,
    // because their disk error may be a read error.
    if (!READING.has(c.req.method) && room.noteError(error)) return replyAway(c, DISK_RETRY_MS)
    if (isDatabaseAway(error) || isStoreAway(error)) {
      log.warn(facts, 'Database or file store did not respond')
      return replyAway(c)
    }
    log.error(facts, 'Request failed')
    return replyError(c)
  })
  return app
}

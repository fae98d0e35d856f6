import { type Context, type Answer, ok } from '#server/verbs/verb.ts'
import type { AppInfo } from '#shared/api/app-info.ts'
import { DEV_MAIL_PATH } from '#server/mail/list-messages.ts'
import { isLoopback } from '#server/addresses/address-key.ts'

/** Public: the data that the page needs before a login. */
export async function readAppInfo({ ctx }: { ctx: Context }): Promise<Answer<AppInfo>> {
  return ok({
    app_key: ctx.config.attribution?.appToken ?? null,
    app_environment: ctx.config.attribution?.environment ?? null,
    version: ctx.version,
    engine: ctx.engineName,
    googleClientId: ctx.config.google?.clientId ?? null,
    gisSrc: ctx.config.google?.gisSrc ?? null,
    mailPage: ctx.config.isLocalOnly && isLoopback(ctx.caller.address) ? DEV_MAIL_PATH : null,
    vapidPublicKey: ctx.push.publicKey,
    operator: ctx.config.operator,
    hasUsageTracker: ctx.config.hasUsageTracker,
    gtagId: ctx.config.gtagId ?? null,
    welcomePointsVisitor: ctx.config.welcomePointsVisitor,
    welcomePointsAccount: ctx.config.welcomePointsAccount,
  })
}

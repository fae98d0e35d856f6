import type { CheckoutServer } from '../payment-provider.ts'
import type { SandboxDeps } from './sandbox-deps.ts'
import { Hono } from 'hono'
import { addPolicy } from '#server/http/security-headers.ts'
import { isDatabaseAway } from '#server/database/database.ts'
import { plainPath } from '#server/http/request-checks.ts'
import { mountSandboxApi } from './api-routes.ts'
import { bill } from './bill.ts'
import { unknownCheckoutPage, mountCheckout, policy } from './checkout-routes.ts'
import { mountCardPage } from './card-page.ts'
import { deliverEvents } from './events.ts'
import { mountSavedCardPage } from './saved-cards.ts'
import { SANDBOX_CSS, SANDBOX_CSS_PATH } from './sandbox-page.ts'

/** Simulates a payment service with its own tables, pages, API and signed webhooks. No money moves. */
export function createSandbox(deps: SandboxDeps): CheckoutServer {
  const { db, nowMs, onProblem } = deps
  const runningDeliveries = new Set<Promise<void>>()
  const deliverSoon = () => {
    const delivery: Promise<void> = deliverEvents(deps)
      .catch(onProblem)
      .finally(() => runningDeliveries.delete(delivery))
    runningDeliveries.add(delivery)
  }

  const app = new Hono()
  app.use(async (c, next) => {
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'no-referrer')
    c.header('cache-control', 'no-store')
    await next()
    addPolicy(c, policy([], []))
  })
  app.get(SANDBOX_CSS_PATH, (c) => c.body(SANDBOX_CSS, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.use(plainPath((c) => c.html(unknownCheckoutPage(), 404)))
  mountSandboxApi(app, deps, deliverSoon)
  mountCheckout(app, deps, deliverSoon)
  mountCardPage(app, deps)
  mountSavedCardPage(app, deps)
  deps.mountAdmin?.(app, deps, deliverSoon)
  app.onError((error, c) => {
    onProblem(error)
    const status = isDatabaseAway(error) ? 503 : 500
    return c.json({ code: 'internalError', message: 'Internal error of the sandbox.', data: null }, status)
  })
  return {
    app,
    async tick() {
      await bill(db, nowMs())
      await deliverEvents(deps)
    },
    async stop() {
      await Promise.all(runningDeliveries)
    },
  }
}

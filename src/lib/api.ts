import type { ApiClient } from '#shared/api/client.ts'
import { createApiClient } from '#shared/api/client.ts'
import { APP_PACKAGE } from '#shared/api/common-params.ts'
import { SIGN_KEY } from '#shared/api/signature.ts'
import { payLogin } from '#shared/api/pay-user.ts'
import { withVisitorLogin } from '#shared/api/with-visitor-login.ts'
import { identityReady, isNewVisitor } from './identity.ts'

const client = createApiClient({
  fetch: (...request) => fetch(...request),
  nowMs: Date.now,
  signKey: SIGN_KEY,
  common: async () => {
    const { userToken, appInstanceId, businessUserId, deviceSize, language, appVersion } = await identityReady()
    return { userToken, appInstanceId, businessUserId, deviceSize, language, appVersion, appPackage: APP_PACKAGE }
  },
})
const known = withVisitorLogin(client)
let introduction: Promise<void> | undefined

/** Makes a new visitor known before anything else is asked; nothing to do for others. Never rejects. */
export function introduceVisitor(): Promise<void> {
  introduction ??= introduce()
  return introduction
}

async function introduce(): Promise<void> {
  if (await isNewVisitor()) await client.call(payLogin, {})
}

/** The page's way to the API; spending calls go through the hub. */
export const api: ApiClient = {
  async call(call, input, options) {
    await introduceVisitor()
    return known.call(call, input, options)
  },
}

import type { ApiClient } from '#shared/api/client.ts'
import { createApiClient } from '#shared/api/client.ts'
import { APP_PACKAGE } from '#shared/api/common-params.ts'
import { SIGN_KEY } from '#shared/api/signature.ts'
import { withVisitorLogin } from '#shared/api/with-visitor-login.ts'
import { identityReady } from './identity.ts'

/** The page's way to the API; spending calls go through the hub. */
export const api: ApiClient = withVisitorLogin(
  createApiClient({
    fetch: (...request) => fetch(...request),
    nowMs: Date.now,
    signKey: SIGN_KEY,
    common: async () => {
      const { userToken, appInstanceId, businessUserId, deviceSize, language, appVersion } = await identityReady()
      return { userToken, appInstanceId, businessUserId, deviceSize, language, appVersion, appPackage: APP_PACKAGE }
    },
  }),
)

import type { Result } from '#shared/result.ts'
import type { GoogleFailure } from './google-failures.ts'
import type { GisLoader, GoogleIdApi } from './load-gis.ts'
import { ok } from '#shared/result.ts'

interface GoogleIdDeps {
  readonly gis: Pick<GisLoader, 'id'>
  readonly clientId: string
  readonly onCredential: (response: google.accounts.id.CredentialResponse) => void
}

/** Google's identity half, initialised once: the last configuration would win. */
export function createGoogleId({ gis, clientId, onCredential }: GoogleIdDeps): () => Promise<Result<GoogleIdApi, GoogleFailure>> {
  let api: GoogleIdApi | undefined
  return async () => {
    if (api !== undefined) return ok(api)
    const loaded = await gis.id()
    if (!loaded.ok || api !== undefined) return api === undefined ? loaded : ok(api)
    loaded.value.initialize({ client_id: clientId, callback: onCredential, use_fedcm_for_prompt: true, itp_support: true })
    api = loaded.value
    return ok(api)
  }
}

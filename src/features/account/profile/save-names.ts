import type { ApiClient } from '#shared/api/client.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import { changeMe } from '#shared/api/account.ts'
import { api } from '#src/lib/api.ts'
import { track } from '#src/lib/track.ts'

export async function saveNames(
  names: CallInput<typeof changeMe>,
  server: Pick<ApiClient, 'call'> = api,
): Promise<Result<CallData<typeof changeMe>>> {
  const answer = await server.call(changeMe, names)
  if (answer.ok) track('profile_update_success', {})
  else track('profile_update_fail', { fail_reason: answer.error.code })
  return answer
}

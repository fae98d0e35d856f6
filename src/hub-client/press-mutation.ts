import type { Mutation } from '#shared/contract/hub-contract.ts'
import type { Result } from '#shared/result.ts'
import { hub } from './hub-client.ts'

interface PressDeps {
  readonly mutate: (id: string, mutation: Mutation) => Promise<Result<unknown>>
  readonly newId: () => string
}

/**
 * Sends a change from a form to the hub, with an id per press. If the hub does not answer, it may have stored the change. So
 * another press with the same content uses the same id, and nothing is sent twice.
 */
export function createMutationPress({ mutate, newId }: PressDeps) {
  const unansweredIds = new Map<string, string>()
  return async (mutation: Mutation): Promise<{ readonly id: string; readonly answer: Result<unknown> }> => {
    const content = JSON.stringify(mutation)
    const id = unansweredIds.get(content) ?? newId()
    const answer = await mutate(id, mutation)
    if (!answer.ok && answer.error.code === 'hub_unreachable') unansweredIds.set(content, id)
    else unansweredIds.delete(content)
    return { id, answer }
  }
}

export const pressMutation = createMutationPress({
  mutate: (id, mutation) => hub.api.mutate(id, mutation),
  newId: () => crypto.randomUUID(),
})

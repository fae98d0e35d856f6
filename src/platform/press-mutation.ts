import type { Mutation } from '#shared/contract/hub-contract.ts'
import type { Result } from '#shared/result.ts'
import { hub } from './hub-client.ts'

interface PressDeps {
  readonly mutate: (id: string, mutation: Mutation) => Promise<Result<unknown>>
  readonly newId: () => string
}

/**
 * Hands what a form says to the hub under a key for each press. One that the hub did not answer for may be stored all the same: the same
 * words pressed again are that one, and not a second message.
 */
export function createMutationPress({ mutate, newId }: PressDeps) {
  const unanswered = new Map<string, string>()
  return async (mutation: Mutation): Promise<{ readonly id: string; readonly answer: Result<unknown> }> => {
    const words = JSON.stringify(mutation)
    const id = unanswered.get(words) ?? newId()
    const answer = await mutate(id, mutation)
    if (!answer.ok && answer.error.code === 'hub_unreachable') unanswered.set(words, id)
    else unanswered.delete(words)
    return { id, answer }
  }
}

export const pressMutation = createMutationPress({
  mutate: (id, mutation) => hub.api.mutate(id, mutation),
  newId: () => crypto.randomUUID(),
})

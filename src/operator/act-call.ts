import type { Call } from '#shared/api/define-call.ts'
import { api } from '#src/hub-client/api.ts'
import type { ActValues, ConsoleAct } from './console-acts.tsx'

/**
 * Sends the values of an act's fields as the input of a call. `refusedFields` names the fields whose values the contract rejects, before
 * anything is sent; `fieldNames` maps input names to field names, if they differ.
 */
export function actCall<Input>(
  call: Call<Input>,
  inputOf: (values: ActValues) => Input,
  fieldNames: Readonly<Record<string, string>> = {},
): Required<Pick<ConsoleAct, 'send' | 'refusedFields' | 'fieldNames'>> {
  return {
    fieldNames,
    refusedFields(values) {
      const { error } = call.input.safeParse(inputOf(values))
      return (error?.issues ?? []).map(({ path: [name = ''] }) => fieldNames[String(name)] ?? String(name))
    },
    send: (values, idempotencyKey) => api.call(call, inputOf(values), call.idempotent === true ? { idempotencyKey } : {}),
  }
}

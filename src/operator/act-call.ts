import type { Call } from '#shared/api/define-call.ts'
import { api } from '#src/hub-client/api.ts'
import type { ActValues, ConsoleAct } from './console-acts.tsx'

/**
 * The functions of an act that makes one call. `refusedFields` returns the fields whose values the contract rejects; `fieldNames`
 * maps names of the input to names of fields where they differ.
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

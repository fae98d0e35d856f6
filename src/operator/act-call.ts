import type { Call } from '#shared/api/define-call.ts'
import { api } from '#src/hub-client/api.ts'
import type { ActValues, ConsoleAct } from './console-acts.tsx'

/**
 * The functions of an act that makes one call. `refusedFields` returns the fields whose values the call's contract rejects.
 * `fieldNames` maps the names of the call's input to the names of the dialog's fields where they differ.
 */
export function actCall<Input>(
  call: Call<Input>,
  toInput: (values: ActValues) => Input,
  fieldNames: Readonly<Record<string, string>> = {},
): Required<Pick<ConsoleAct, 'send' | 'refusedFields' | 'fieldNames'>> {
  return {
    fieldNames,
    refusedFields(values) {
      const { error } = call.input.safeParse(toInput(values))
      return (error?.issues ?? []).map(({ path: [name = ''] }) => fieldNames[String(name)] ?? String(name))
    },
    send: (values, idempotencyKey) => api.call(call, toInput(values), call.idempotent === true ? { idempotencyKey } : {}),
  }
}

import { type BizType, BIZ_TYPES } from '#shared/domain/task.ts'
import { createTurns } from '#shared/create-turns.ts'
import { type RecordStore, openRecords } from '#shared/browser/record-store.ts'
import { mergePrompts, withPrompt } from '#shared/domain/prompt-history.ts'
import type { Result } from '#shared/result.ts'
import { promptHistoryRecord } from '#shared/storage/prompt-records.ts'
import { promptsKey, COMPOSER_DATABASE } from '#shared/storage/records.ts'
import { proxy } from '#src/store/state.ts'
import { formsOwner } from './forms-owner.ts'

export type PromptHistories = Record<BizType, readonly string[]>

interface PromptHistoryDeps {
  readonly records: RecordStore
  /** The id of the current account; '' for a visitor. */
  readonly owner: () => string
}

/**
 * Stores the prompts that the user has sent, per kind of form. Calls run one after another. A visitor's prompts move to the account
 * that logs in.
 */
export function createPromptHistory(state: PromptHistories, { records, owner }: PromptHistoryDeps) {
  const inTurn = createTurns()

  async function stored(bizType: BizType, here: string): Promise<readonly string[]> {
    const own = await read(bizType, here)
    if (here === '') return own
    const visitors = await read(bizType, '')
    if (visitors.length === 0) return own
    let merged = mergePrompts(visitors, own)
    const stored = await change(bizType, here, (known) => (merged = mergePrompts(visitors, known)))
    if (stored.ok) await records.remove(promptsKey(bizType, ''))
    return merged
  }

  async function read(bizType: BizType, of: string): Promise<readonly string[]> {
    return (await records.read(promptsKey(bizType, of), promptHistoryRecord))?.prompts ?? []
  }

  /** Changes the stored prompts in one transaction, because another tab may add a prompt at the same time. */
  function change(bizType: BizType, of: string, next: (known: readonly string[]) => readonly string[]): Promise<Result<null>> {
    return records.update(promptsKey(bizType, of), promptHistoryRecord, (known) => ({ prompts: [...next(known?.prompts ?? [])] }))
  }

  /** Shows the prompts, unless another account is current by now. */
  function show(bizType: BizType, here: string, prompts: readonly string[]): void {
    if (owner() === here) state[bizType] = prompts
  }

  /** Changes the prompts of the account that is current at the call. Does nothing if the account changes before its turn. */
  function update(bizType: BizType, next: (known: readonly string[]) => readonly string[]): Promise<void> {
    const here = owner()
    return inTurn(async () => {
      if (owner() !== here) return
      show(bizType, here, next(await stored(bizType, here)))
      await change(bizType, here, next)
    })
  }

  return {
    load: (bizType: BizType) =>
      inTurn(async () => {
        const here = owner()
        show(bizType, here, await stored(bizType, here))
      }),
    /** Called after a login: moves a visitor's prompts of all forms to the account. */
    adopt: () =>
      inTurn(async () => {
        for (const bizType of BIZ_TYPES) await stored(bizType, owner())
      }),
    add: (bizType: BizType, prompt: string) => update(bizType, (known) => withPrompt(known, prompt)),
    put: (bizType: BizType, prompts: readonly string[]) => update(bizType, () => prompts),
    /** Called after a session has expired: hides the prompts. They stay stored for the next login of their account. */
    hide(): void {
      for (const bizType of BIZ_TYPES) state[bizType] = []
    },
    /** Called after a logout: deletes the account's prompts from this device. */
    forget: (account: string) =>
      inTurn(async () => {
        for (const bizType of BIZ_TYPES) {
          state[bizType] = []
          await records.remove(promptsKey(bizType, account))
        }
      }),
  }
}

/** The prompts sent from each kind of form, newest first. */
export const promptHistories = proxy<PromptHistories>({ CUSTOM: [], HEAD_TAIL: [], TEMPLATE: [] })

export const promptHistory = createPromptHistory(promptHistories, {
  records: openRecords(COMPOSER_DATABASE),
  owner: formsOwner,
})

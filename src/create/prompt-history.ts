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
  const runInTurn = createTurns()

  async function readMerged(bizType: BizType, account: string): Promise<readonly string[]> {
    const ownPrompts = await readPrompts(bizType, account)
    if (account === '') return ownPrompts
    const visitorPrompts = await readPrompts(bizType, '')
    if (visitorPrompts.length === 0) return ownPrompts
    let mergedList = mergePrompts(visitorPrompts, ownPrompts)
    const result = await changeStored(bizType, account, (storedPrompts) => (mergedList = mergePrompts(visitorPrompts, storedPrompts)))
    if (result.ok) await records.remove(promptsKey(bizType, ''))
    return mergedList
  }

  async function readPrompts(bizType: BizType, account: string): Promise<readonly string[]> {
    return (await records.read(promptsKey(bizType, account), promptHistoryRecord))?.prompts ?? []
  }

  /** Changes the stored prompts in one transaction, because another tab may add a prompt at the same time. */
  function changeStored(
    bizType: BizType,
    account: string,
    changePrompts: (storedPrompts: readonly string[]) => readonly string[],
  ): Promise<Result<null>> {
    return records.update(promptsKey(bizType, account), promptHistoryRecord, (storedPrompts) => ({
      prompts: [...changePrompts(storedPrompts?.prompts ?? [])],
    }))
  }

  /** Shows the prompts, unless another account is current by now. */
  function show(bizType: BizType, account: string, prompts: readonly string[]): void {
    if (owner() === account) state[bizType] = prompts
  }

  /**
   * Changes the prompts of the account that is current at the call. Calls run in order; if the account changes before this call runs,
   * nothing is changed.
   */
  function update(bizType: BizType, changePrompts: (storedPrompts: readonly string[]) => readonly string[]): Promise<void> {
    const account = owner()
    return runInTurn(async () => {
      if (owner() !== account) return
      show(bizType, account, changePrompts(await readMerged(bizType, account)))
      await changeStored(bizType, account, changePrompts)
    })
  }

  return {
    load: (bizType: BizType) =>
      runInTurn(async () => {
        const account = owner()
        show(bizType, account, await readMerged(bizType, account))
      }),
    /** Called after a login: moves a visitor's prompts of all forms to the account. */
    adopt: () =>
      runInTurn(async () => {
        for (const bizType of BIZ_TYPES) await readMerged(bizType, owner())
      }),
    add: (bizType: BizType, prompt: string) => update(bizType, (storedPrompts) => withPrompt(storedPrompts, prompt)),
    put: (bizType: BizType, prompts: readonly string[]) => update(bizType, () => prompts),
    /** Called after a session has expired: hides the prompts. They stay stored for the next login of their account. */
    hide(): void {
      for (const bizType of BIZ_TYPES) state[bizType] = []
    },
    /** Called after a logout: deletes the account's prompts from this device. */
    forget: (account: string) =>
      runInTurn(async () => {
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

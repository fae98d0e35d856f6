import type { BizType } from '#shared/domain/task.ts'
import type { RecordStore } from '#shared/browser/record-store.ts'
import { mergedPrompts, withPrompt } from '#shared/domain/prompt-history.ts'
import { BIZ_TYPES } from '#shared/domain/task.ts'
import { promptHistoryRecord } from '#shared/storage/composer-records.ts'
import { promptsKey } from '#shared/storage/keys.ts'

export type PromptHistories = Record<BizType, readonly string[]>

interface PromptHistoryDeps {
  readonly records: RecordStore
  /** The account that is here, '' for a visitor. */
  readonly owner: () => string
}

/** The prompts that were sent, for each kind of form; calls keep their order. A visitor's become those of the account that logs in. */
export function createPromptHistory(state: PromptHistories, { records, owner }: PromptHistoryDeps) {
  let turn: Promise<unknown> = Promise.resolve()

  function queue(run: () => Promise<void>): Promise<void> {
    const mine = turn.then(run)
    turn = mine.catch(() => undefined)
    return mine
  }

  async function stored(bizType: BizType): Promise<readonly string[]> {
    const here = owner()
    const own = await read(bizType, here)
    if (here === '') return own
    const visitors = await read(bizType, '')
    if (visitors.length === 0) return own
    const merged = mergedPrompts(visitors, own)
    await write(bizType, here, merged)
    await records.remove(promptsKey(bizType, ''))
    return merged
  }

  async function read(bizType: BizType, of: string): Promise<readonly string[]> {
    return (await records.read(promptsKey(bizType, of), promptHistoryRecord))?.prompts ?? []
  }

  async function write(bizType: BizType, of: string, prompts: readonly string[]): Promise<void> {
    await records.write(promptsKey(bizType, of), promptHistoryRecord, { prompts: [...prompts] })
  }

  async function keep(bizType: BizType, change: (known: readonly string[]) => readonly string[]): Promise<void> {
    const next = change(await stored(bizType))
    state[bizType] = next
    await write(bizType, owner(), next)
  }

  return {
    load: (bizType: BizType) =>
      queue(async () => {
        state[bizType] = await stored(bizType)
      }),
    add: (bizType: BizType, prompt: string) => queue(() => keep(bizType, (known) => withPrompt(known, prompt))),
    /** In place of all that is known. */
    put: (bizType: BizType, prompts: readonly string[]) => queue(() => keep(bizType, () => prompts)),
    /** Nobody is here any more: nothing of theirs is shown, and what is stored of them waits for their login. */
    hide(): void {
      for (const bizType of BIZ_TYPES) state[bizType] = []
    },
    /** The person has logged out of this account: its prompts go off this device. */
    forget: (account: string) =>
      queue(async () => {
        for (const bizType of BIZ_TYPES) {
          state[bizType] = []
          await records.remove(promptsKey(bizType, account))
        }
      }),
  }
}

import { type Composer, stageCommit } from './composer.ts'
import { SHARE_QUERY } from '#shared/domain/share-rules.ts'
import { FILE_STORE_LIMIT_MS, openStore } from '#shared/browser/open-store.ts'
import { storageResult } from '#shared/browser/record-store.ts'
import { retryWhileSlow } from '#shared/browser/retry-while-slow.ts'
import { SHARE_DATABASE, parseRecord } from '#shared/storage/records.ts'
import { shareRecord } from '#shared/storage/share-record.ts'
import { requestPrefill, untilPrefillConsumed } from '#src/routing/prefill.ts'
import { text } from '#src/i18n/i18n.ts'
import { showToast } from '#src/design/toast.ts'
import { useAddressParameter } from './use-address-parameter.ts'
import type { DroppedFiles, OnFiles } from '#src/pictures/file-drop.ts'

const shares = openStore(SHARE_DATABASE, FILE_STORE_LIMIT_MS)
/** The result of each received share, by its id. If the user returns to the share's address, the form is not filled again. */
const consumedShares = new Map<string, Promise<boolean>>()

/** Fills the form with the share that the address names. */
export function useShareFromAddress(): void {
  useAddressParameter(SHARE_QUERY, consumeShare)
}

/**
 * Fills the form with pictures and text that another app has shared. True: the draft is stored and the share deleted, or the share does not
 * exist. False: the draft can't be stored, and the share stays.
 */
export function consumeShare(composer: Composer, id: string): Promise<boolean> {
  const formerResult = consumedShares.get(id)
  if (formerResult !== undefined) return formerResult
  const consuming = fillFromShare(composer, id)
  consumedShares.set(id, consuming)
  consuming.catch(() => consumedShares.delete(id))
  return consuming
}

async function fillFromShare({ bizType, slots, drafts }: Composer, id: string): Promise<boolean> {
  const row = await retryWhileSlow(() => storageResult(() => shares.read((tx) => tx.get(id))))
  const share = row.ok ? parseRecord(shareRecord, row.value) : undefined
  if (share === undefined || (share.images.length === 0 && share.words === '')) return showNothingArrived()
  if (share.words !== '') requestPrefill({ bizType, settings: { prompt: share.words }, pictures: [] })
  const pictures = slots.flatMap((slot, index) => {
    const image = share.images[index]
    return image === undefined ? [] : [slot.accept(image)]
  })
  await Promise.all([...pictures, untilPrefillConsumed(bizType)])
  const stored = await retryWhileSlow(() => drafts.flush())
  if (stored.ok) await storageResult(() => shares.write(async (tx) => tx.remove(id)))
  return stored.ok
}

async function showNothingArrived(): Promise<true> {
  await showToast({ id: 'share', color: 'error', title: text('create.shareLost'), description: text('create.shareLostHint') })
  return true
}

type DropTarget = Parameters<typeof stageCommit>[0] & Pick<Composer, 'slots'>

/**
 * Puts files that are dropped or pasted anywhere on the page into the form, and shows the form if the stage shows a video. In a form with
 * one slot, the first file replaces the picture. In a form with two slots, files fill only empty slots, because it is unknown which picture
 * to replace.
 */
export function assignDroppedFiles(composer: DropTarget, show: typeof showToast = showToast): OnFiles {
  const notify = (title: string) => void show({ id: 'incoming-picture', color: 'info', title })
  return (files) => {
    const { slots } = composer
    const [firstSlot, ...otherSlots] = slots
    stageCommit(composer, null)
    if (otherSlots.length > 0) return fillFrames(slots, files, notify)
    void firstSlot.accept(files[0])
    if (files.length > 1) notify(text('create.firstOf', { count: files.length }))
  }
}

function fillFrames(slots: Composer['slots'], files: DroppedFiles, notify: (title: string) => void): void {
  const freeSlots = slots.filter(({ state }) => state.picture.status === 'none' || state.picture.status === 'refused')
  if (freeSlots.length === 0) return notify(text('compose.frames.bothTaken'))
  for (const [index, slot] of freeSlots.entries()) {
    const file = files[index]
    if (file !== undefined) void slot.accept(file)
  }
  if (files.length > freeSlots.length) notify(text('compose.frames.more', { count: freeSlots.length }))
}

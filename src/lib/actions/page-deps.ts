import { systemClock } from '#shared/browser/clock.ts'
import { leaveWish } from '#src/lib/composer-wish.ts'
import { mutateCreations } from '#src/lib/creation-marks.ts'
import { fetchMedia } from '#src/lib/download.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { openLogin } from '#src/lib/login-dialog-state.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { storedBusinessUserId } from '#src/lib/stored-business-user-id.ts'
import { can } from '#shared/platform/capabilities.ts'
import { place } from './place.ts'
import type { ZipAnswer } from '#shared/contract/zip-contract.ts'
import type { ActionDeps, ZipWatch } from './action-deps.ts'
import { copyWords } from './copy-words.ts'
import { followRefusals } from './follow-refusals.ts'
import { lastFrame } from './last-frame.ts'

/** Everything actions need but the looks: this browser, the hub, the forms. */
export function pageDeps(looks: Pick<ActionDeps, 'tell' | 'ask' | 'go'>): ActionDeps {
  followRefusals(looks.tell)
  return {
    ...looks,
    place,
    login: (reason) => openLogin({ reason }),
    hasAccount: () => (hubState.identity?.businessUserId ?? storedBusinessUserId()) !== '',
    isOnline: () => hubState.connection.isOnline,
    mutate: mutateCreations,
    // A key for each change: two presses are two changes, and the second one finds done what it asks for.
    newId: () => crypto.randomUUID(),
    clock: systemClock,
    fetchFile: fetchMedia,
    saveFile,
    canSave: () => !isApplesApp(),
    canShareFile: (file) => can('shareFiles') && navigator.canShare({ files: [file] }),
    share: can('share') ? (what) => navigator.share(what) : null,
    copy: copyWords,
    open: (url) => void window.open(url, '_blank'),
    leaveWish,
    lastFrame,
    zip,
    origin: location.origin,
  }
}

/** The part that packs is fetched when it is needed, which fails without a connection. */
async function zip(order: Parameters<ActionDeps['zip']>[0], watch: ZipWatch): Promise<ZipAnswer> {
  try {
    const { zipVideos } = await import('#src/bridge/zip-client.ts')
    return await zipVideos(order, watch)
  } catch (error) {
    console.warn('Nothing was packed.', error)
    return { status: 'failed' }
  }
}

/** Installed on an iPhone or iPad a page lays nothing into the downloads: it shows the file instead, without a way back. */
function isApplesApp(): boolean {
  return 'standalone' in navigator && navigator.standalone === true
}

import { afterEach, expect, test, vi } from 'vitest'
import { installState } from '#src/offline/install/install-app.ts'
import { offerInstall } from '#src/offline/install/offer-install.ts'
import { setPreference } from '#src/platform/preferences.ts'
import { hubState } from '#src/platform/state.ts'
import { setCommitInView } from '#src/design/commit-in-view.ts'
import { finishedTask, work } from '../../fixtures/page/builders.ts'
import { restoreHub } from '../../fixtures/page/restore-hub.ts'

restoreHub()
afterEach(() => {
  installState.way = 'none'
  setCommitInView(null)
  setPreference('installOffer', 'open')
  vi.unstubAllGlobals()
})

test('the offer to install waits while the stage shows the first video, and is made once', async () => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  const tell = vi.fn(async () => undefined)
  installState.way = 'question'
  setCommitInView('commit-1')
  const stop = offerInstall(tell)
  hubState.work = work({ finished: [finishedTask({ announcedBy: 'tab' })] })
  await Promise.resolve()
  expect(tell).not.toHaveBeenCalled()
  setCommitInView(null)
  await vi.waitFor(() => expect(tell).toHaveBeenCalledOnce())
  setCommitInView('commit-2')
  setCommitInView(null)
  await Promise.resolve()
  expect(tell).toHaveBeenCalledOnce()
  stop()
})

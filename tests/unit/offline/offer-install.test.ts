import { afterEach, expect, test, vi } from 'vitest'
import { installState } from '#src/offline/install/install-app.ts'
import { offerInstall } from '#src/offline/install/offer-install.ts'
import { setPreference } from '#src/store/preferences.ts'
import { hubState } from '#src/store/state.ts'
import { setSubjectInView } from '#src/design/subject-in-view.ts'
import { finishedTask, work } from '../../fixtures/page/builders.ts'
import { restoreHub } from '../../fixtures/page/restore-hub.ts'

restoreHub()
afterEach(() => {
  installState.method = 'none'
  setSubjectInView(null)
  setPreference('installOffer', 'open')
  vi.unstubAllGlobals()
})

test('the install offer waits while the stage shows the first video, and shows once', async () => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  const notify = vi.fn(async () => undefined)
  installState.method = 'question'
  setSubjectInView('commit-1')
  const stop = offerInstall(notify)
  hubState.work = work({ finished: [finishedTask({ announcedBy: 'tab' })] })
  await Promise.resolve()
  expect(notify).not.toHaveBeenCalled()
  setSubjectInView(null)
  await vi.waitFor(() => expect(notify).toHaveBeenCalledOnce())
  setSubjectInView('commit-2')
  setSubjectInView(null)
  await Promise.resolve()
  expect(notify).toHaveBeenCalledOnce()
  stop()
})

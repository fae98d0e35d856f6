import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { setPreference } from '#src/store/preferences.ts'
import { hubState } from '#src/store/state.ts'
import { finishedTask, trackedBatch, work } from '../../fixtures/page/builders.ts'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { composer } from './composer-screen.ts'

startAsFirstVisit()
afterEach(() => {
  hubState.work = work()
})

test('the notification prompt shows below the form only while a video is in progress', async () => {
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default')
  const question = page.getByText(/^Get notified when your video is ready/)
  await composer.open()
  setPreference('notices', 'asking')
  await expect.element(composer.generate).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  hubState.work = work({ batches: [trackedBatch()] })
  await expect.element(question).toBeVisible()
  hubState.work = work({ finished: [finishedTask()] })
  await expect.element(question).not.toBeInTheDocument()
})

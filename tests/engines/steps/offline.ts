import { type Step, openPage } from './step.ts'
import { FIRST_PROMPT, watchVideo } from './videos.ts'

const DIALOG = 'dialog[open]'

export const offlineStep: Step = {
  name: 'offline reload: the app is there, the kept video plays',
  async run(world) {
    const person = await openPage(world, world.browser, '/ai/creation')
    await watchVideo(person, FIRST_PROMPT)
    await person.press(/^Store offline/, { within: DIALOG })
    await person.sees(/Stored on this device/)
    world.server.down(true)
    await person.tab.goTo(`${world.server.origin}/ai/creation`)
    await person.tab.reload()
    await person.sees(/stored on this device/)
    await watchVideo(person, FIRST_PROMPT)
  },
}

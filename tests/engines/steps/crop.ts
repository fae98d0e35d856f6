import { until } from '../person.ts'
import { type Step, openPage, STUDIO_PATH } from './step.ts'
import { choosePhoto } from './videos.ts'

const DIALOG = 'dialog[open]'

export const cropStep: Step = {
  name: 'crop',
  async run(world) {
    const person = await openPage(world, world.browser, STUDIO_PATH)
    await choosePhoto(person, world)
    await person.press(/^Crop$/)
    await until(() => person.tab.evaluate(() => document.querySelector('dialog [data-grip="box"]') !== null)).toBe(true)
    await person.press(/^1:1$/, { within: DIALOG })
    await until(() =>
      person.tab.evaluate(() => document.querySelector('dialog[open] :checked')?.parentElement?.textContent ?? ''),
    ).toContain('1:1')
    await person.press(/^Confirm$/, { within: DIALOG })
    await until(() =>
      person.tab.evaluate(() => {
        const picture = [...document.images].find(({ alt }) => alt.startsWith('Your photo'))
        return picture?.complete === true && picture.naturalWidth > 0 && picture.naturalWidth === picture.naturalHeight
      }),
    ).toBe(true)
  },
}

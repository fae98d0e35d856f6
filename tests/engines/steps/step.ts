import type { OpenBrowser, Profile } from '../drivers/driver.ts'
import type { EnginesServer } from '../engines-server.ts'
import { type Person, personAt } from '../person.ts'

export const ENGINES = ['Chromium', 'Firefox', 'WebKit'] as const
export type Engine = (typeof ENGINES)[number]

export interface World {
  readonly server: EnginesServer
  /** An upright photo of 12 megapixels that a camera stored lying. */
  readonly photo: string
  /** The same of 48 megapixels, brighter than any black. */
  readonly largePhoto: string
  /** The same browser for all steps. */
  readonly browser: OpenBrowser
  /** Another one, until the step ends. */
  open(profile: Profile): Promise<OpenBrowser>
}

/** One row of the table. Each opens the tabs it needs and finds the browser as the ones before left it. */
export interface Step {
  readonly name: string
  /** Where it can be driven, if not everywhere. */
  readonly engines?: readonly Engine[]
  run(world: World): Promise<void>
}

export const STUDIO_PATH = '/tools/image-to-video-generator'

export async function openPage({ server }: World, browser: OpenBrowser, path: string): Promise<Person> {
  const person = personAt(await browser.newTab())
  await person.tab.goTo(server.origin + path)
  return person
}

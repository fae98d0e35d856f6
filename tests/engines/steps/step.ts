import type { OpenBrowser, Profile } from '../drivers/driver.ts'
import type { EnginesServer } from '../engines-server.ts'
import { type Person, personAt } from '../person.ts'

export const ENGINES = ['Chromium', 'Firefox', 'WebKit'] as const
export type Engine = (typeof ENGINES)[number]

export interface World {
  readonly server: EnginesServer
  /** A photo of 12 megapixels that a camera stored rotated, with the orientation in its EXIF. */
  readonly photo: string
  /** A photo of 48 megapixels without black areas, so that black pixels in its preview are a fault. */
  readonly largePhoto: string
  /** One browser that all steps share. */
  readonly browser: OpenBrowser
  /** Opens another browser, which closes when the step ends. */
  open(profile: Profile): Promise<OpenBrowser>
}

/**
 * One row of the table in docs/engines.md. Each step opens its own tabs, and the shared browser has the state that the earlier steps left.
 */
export interface Step {
  readonly name: string
  /** The engines that can run the step; all if it is missing. */
  readonly engines?: readonly Engine[]
  run(world: World): Promise<void>
}

export const STUDIO_PATH = '/tools/image-to-video-generator'

export async function openPage({ server }: World, browser: OpenBrowser, path: string): Promise<Person> {
  const person = personAt(await browser.newTab())
  await person.tab.goTo(server.origin + path)
  return person
}

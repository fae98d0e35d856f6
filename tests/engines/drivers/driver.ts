export type PictureFile = `${string}.png`

export interface Spot {
  readonly x: number
  readonly y: number
}

/** A document in which a driver runs scripts: a tab's own document, or a frame's. Results are sent as JSON. */
export interface ScriptTarget {
  evaluate<Args extends readonly unknown[], Value>(work: (...args: Args) => Value | Promise<Value>, ...args: Args): Promise<Value>
}

/** A tab as every driver provides it. Clicks and typed text are real mouse and keyboard input of the engine. */
export interface Tab extends ScriptTarget {
  goTo(address: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  inFrame(selector: string): ScriptTarget
  /** Activates the tab. */
  show(): Promise<void>
  click(spot: Spot): Promise<void>
  type(text: string): Promise<void>
  chooseFile(selector: string, file: string): Promise<void>
  saveScreenshot(file: PictureFile): Promise<void>
  close(): Promise<void>
}

export interface OpenBrowser {
  newTab(): Promise<Tab>
  close(): Promise<void>
}

/**
 * `lasting`: the browser stores data as usual. `private`: the browser stores no data after the window closes. `no-room`: the disk is full.
 * `no-cookies`: neither cookies nor data are stored.
 */
export type Profile = 'lasting' | 'private' | 'no-room' | 'no-cookies'

export const WINDOW = { width: 1440, height: 900 }

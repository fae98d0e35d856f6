import type { LaunchOptions } from '@playwright/test'
import { findChrome } from '../../scripts/find-chrome.mjs'

const isRoot = process.getuid?.() === 0
const chrome = findChrome()

/**
 * How the browser of the tests is started. A file that uses these once more has a browser of its own: one that has served many tests
 * lets a service worker that is to take over wait for minutes.
 */
export const launchOptions: LaunchOptions = {
  ...(chrome === undefined ? {} : { executablePath: chrome }),
  args: [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    ...(isRoot ? ['--no-sandbox'] : []),
  ],
}

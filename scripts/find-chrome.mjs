import { existsSync } from 'node:fs'
import path from 'node:path'

const LINUX_NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge']
const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge']
const WINDOWS_PROGRAMS = [
  'Google/Chrome/Application/chrome.exe',
  'Chromium/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
]

/** The path of an installed Chrome or Chromium: `CHROME_PATH` first, then the usual places; undefined when there is none. */
export function findChrome() {
  const chosen = process.env.CHROME_PATH
  return chosen ? chosen : usualPlaces().find((place) => existsSync(place))
}

function usualPlaces() {
  if (process.platform === 'darwin') return MAC_APPS.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`)
  if (process.platform === 'win32')
    return placesIn([process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA], WINDOWS_PROGRAMS)
  return placesIn([...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'], LINUX_NAMES)
}

function placesIn(folders, programs) {
  return folders.filter(Boolean).flatMap((folder) => programs.map((program) => path.join(folder, program)))
}

import { existsSync } from 'node:fs'
import path from 'node:path'

const LINUX_NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge']
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell']
const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge']
const WINDOWS_PROGRAMS = [
  'Google/Chrome/Application/chrome.exe',
  'Chromium/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
]

/** The path of an installed Chrome or Chromium: `CHROME_PATH`, then the usual paths; undefined without one. */
export function findChrome() {
  return process.env.CHROME_PATH || findChromes()[0]
}

/**
 * The headless shell for tests that need no window; it uses a fifth less processor time. The headed browser replaces it if it is not
 * installed, or if `CHROME_PATH` is set.
 */
export function findShell() {
  return process.env.CHROME_SHELL_PATH || process.env.CHROME_PATH || findShells()[0] || findChrome()
}

/** Every headless shell in the usual paths, best first. An existing file may fail to start. */
export function findShells() {
  return process.platform === 'linux' ? pathsIn(linuxFolders(), SHELL_NAMES).filter((executable) => existsSync(executable)) : []
}

/** Every Chrome or Chromium in the usual paths, best first. An existing file may fail to start. */
export function findChromes() {
  return usualPaths().filter((executable) => existsSync(executable))
}

function usualPaths() {
  if (process.platform === 'darwin') return MAC_APPS.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`)
  if (process.platform === 'win32')
    return pathsIn([process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA], WINDOWS_PROGRAMS)
  return pathsIn(linuxFolders(), LINUX_NAMES)
}

function linuxFolders() {
  return [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
}

function pathsIn(folders, programs) {
  return folders.filter(Boolean).flatMap((folder) => programs.map((program) => path.join(folder, program)))
}

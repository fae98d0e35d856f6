import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import path from 'node:path'
import { exitWith, projectRoot, runCommand } from './ensure-installed.mjs'
import { findChromes, findShells } from './find-chrome.mjs'

const PACKED_CHROMIUM = '@sparticuz/chromium@143.0.4'

/** The browsers of the tests, as environment variables: the headed one, and the headless one of most tests. */
export async function ensureBrowsers() {
  const { CHROME_PATH: chosenChrome, CHROME_SHELL_PATH: chosenShell } = process.env
  const CHROME_PATH = await ensureChrome()
  return { CHROME_PATH, CHROME_SHELL_PATH: chosenShell || chosenChrome || ensureShell() || CHROME_PATH }
}

/** The path of the headless shell, which only the system's packages contain; undefined if it cannot be installed. */
function ensureShell() {
  const shell = findShells().find(canStart)
  if (shell !== undefined) return shell
  installFromSystem('chromium-headless-shell')
  return findShells().find(canStart)
}

/**
 * The path of a Chrome or Chromium that starts: the one in CHROME_PATH, otherwise an installed one, otherwise one that is installed now.
 * Ends the process if none starts.
 */
async function ensureChrome() {
  const chosenChrome = process.env.CHROME_PATH
  if (chosenChrome) return canStart(chosenChrome) ? chosenChrome : exitWith(`CHROME_PATH is ${chosenChrome}, which does not start.`)
  const chromeSources = [findChromes, installSystemChromium, downloadWithPlaywright, installPackedChromium]
  for (const findIn of chromeSources) {
    const chrome = (await findIn()).find(canStart)
    if (chrome !== undefined) return chrome
  }
  return exitWith('The tests need Chrome or Chromium, and neither could be installed. Install one, or set CHROME_PATH to its executable.')
}

/** Whether a browser starts. On Windows, `--version` opens a window, so an existing file suffices. */
function canStart(chrome) {
  return process.platform === 'win32' ? existsSync(chrome) : spawnSync(chrome, ['--version', '--no-sandbox']).status === 0
}

function installSystemChromium() {
  installFromSystem('chromium')
  return findChromes()
}

/** Installs packages if this process has the permission. The caller checks whether the packages are present afterwards. */
export function installFromSystem(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${names.join(', ')} from the system’s packages …`)
  runCommand('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { stdio: 'ignore' })
}

async function downloadWithPlaywright() {
  console.log('Downloading Chromium …')
  runCommand(process.execPath, [path.join(projectRoot, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium'], { stdio: 'ignore' })
  const { chromium } = await import('playwright')
  return [chromium.executablePath()].filter((executable) => existsSync(executable))
}

async function installPackedChromium() {
  console.log('Downloading a packed Chromium …')
  runCommand('npm', ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', PACKED_CHROMIUM], { stdio: 'ignore' })
  const entry = path.join(projectRoot, 'node_modules', '@sparticuz', 'chromium', 'build', 'esm', 'index.js')
  if (!existsSync(entry)) return []
  // @sparticuz/chromium unpacks its libraries only if this variable shows that it runs in a function service.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  const { default: packedChromium } = await import(pathToFileURL(entry).href)
  return [await packedChromium.executablePath()]
}

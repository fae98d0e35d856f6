import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installFromSystem } from './ensure-chrome.mjs'

const MOVIE_DECODERS = 'gstreamer1.0-libav'
const GSTREAMER = [MOVIE_DECODERS, 'gstreamer1.0-plugins-base', 'gstreamer1.0-plugins-good', 'gstreamer1.0-plugins-bad']
const WEBKIT_VERSION_SCRIPT = `import gi
gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2
print(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version(), sep='.')`

/** Each engine with its Debian packages and the programs that it needs; `variable` names the variable for the first program's path. */
const ENGINES = [
  { name: 'Chromium', variable: 'CHROME_PATH', packages: [], programs: [], version: (program) => readOutput(program, '--version') },
  {
    name: 'Firefox',
    variable: 'FIREFOX_PATH',
    // Firefox's package only recommends the decoders, whose names differ per release of Debian.
    packages: ['firefox-esr', MOVIE_DECODERS],
    programs: ['firefox-esr'],
    version: (program) => readOutput(program, '--version'),
  },
  {
    name: 'WebKit',
    variable: 'WEBKIT_DRIVER_PATH',
    packages: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb', 'openbox', ...GSTREAMER],
    programs: ['WebKitWebDriver', 'Xvfb', 'openbox'],
    version: () => readOutput('/usr/bin/python3', '-c', WEBKIT_VERSION_SCRIPT),
  },
]

/** The engines with their versions, installed if the system has packages. An engine without a version is missing on this machine. */
export function ensureEngines() {
  return ENGINES.map(({ name, variable, packages, programs, version }) => {
    const missingPackages = packages.filter(
      (packageName) => readOutput('dpkg-query', '-W', '-f=${Status}', packageName)?.startsWith('install ok') !== true,
    )
    if (missingPackages.length > 0) installFromSystem(...missingPackages)
    const programPaths = programs.map((program) => readOutput('which', program))
    const program = process.env[variable] || programPaths[0]
    const isInstalled = program !== undefined && existsSync(program) && programPaths.every((programPath) => programPath !== undefined)
    return { name, variable, program, version: isInstalled ? /\d[\w.]*/.exec(version(program) ?? '')?.[0] : undefined }
  })
}

/** The output of a command, if it succeeds. */
function readOutput(command, ...args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return status === 0 ? stdout.trim() : undefined
}

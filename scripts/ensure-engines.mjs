import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installFromSystem } from './ensure-chrome.mjs'

const MOVIE_DECODERS = 'gstreamer1.0-libav'
const GSTREAMER = [MOVIE_DECODERS, 'gstreamer1.0-plugins-base', 'gstreamer1.0-plugins-good', 'gstreamer1.0-plugins-bad']
const ASK_WEBKIT = `import gi
gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2
print(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version(), sep='.')`

/** Each engine with its Debian packages and the programs that it needs; `variable` gets the path of the first. */
const ENGINES = [
  { name: 'Chromium', variable: 'CHROME_PATH', packages: [], programs: [], version: (program) => say(program, '--version') },
  {
    name: 'Firefox',
    variable: 'FIREFOX_PATH',
    // Firefox's package only recommends the decoders, whose names differ per release of Debian.
    packages: ['firefox-esr', MOVIE_DECODERS],
    programs: ['firefox-esr'],
    version: (program) => say(program, '--version'),
  },
  {
    name: 'WebKit',
    variable: 'WEBKIT_DRIVER_PATH',
    packages: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb', 'openbox', ...GSTREAMER],
    programs: ['WebKitWebDriver', 'Xvfb', 'openbox'],
    version: () => say('/usr/bin/python3', '-c', ASK_WEBKIT),
  },
]

/** The engines with their versions, installed if the system has packages. An engine without a version is missing on this machine. */
export function ensureEngines() {
  return ENGINES.map(({ name, variable, packages, programs, version }) => {
    const missing = packages.filter((one) => say('dpkg-query', '-W', '-f=${Status}', one)?.startsWith('install ok') !== true)
    if (missing.length > 0) installFromSystem(...missing)
    const found = programs.map((program) => say('which', program))
    const program = process.env[variable] || found[0]
    const isThere = program !== undefined && existsSync(program) && found.every((programPath) => programPath !== undefined)
    return { name, variable, program, version: isThere ? /\d[\w.]*/.exec(version(program) ?? '')?.[0] : undefined }
  })
}

/** The output of a command, if it succeeds. */
function say(command, ...args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return status === 0 ? stdout.trim() : undefined
}

import path from 'node:path'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { codecsUnderPolicy } from './scripts/codecs-under-policy.mjs'
import { earlyFiles } from './scripts/early-files.mjs'
import { licenceNotices } from './scripts/licence-notices.mjs'
import { precompress } from './scripts/precompress.mjs'
import { webManifest } from './src/app/web-manifest.ts'
import packageJson from './package.json' with { type: 'json' }

const DEV_API_ORIGIN = 'http://localhost:8787'

const builtAtMs = Date.now()

/** What a page asks the server for to know whether it is of another build. */
const buildInfo: Plugin = {
  name: 'kinora:build-info',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ builtAtMs }) })
  },
}

/** The page asks for its first texts as its script will: those of this build. */
const ownTexts: Plugin = {
  name: 'kinora:own-texts',
  transformIndexHtml: (html) => html.replace('BUILT_AT_MS', String(builtAtMs)),
}

/** The toasts' style sheet comes as a file, not as an element that a script adds: the security policy takes no such element. */
const toastStyles: Plugin = {
  name: 'kinora:toast-styles',
  transform(code, id) {
    if (!/sonner[\\/]dist[\\/]index\.mjs/.test(id)) return undefined
    const without = code.replace(/^__insertCSS\(".*"\);?$/m, '')
    if (without === code) this.error('sonner adds its styles in another way now')
    return { code: without, map: null }
  },
}

/** No module of the page: fonts, icons that the server gives out, and the service worker, which is built last and by itself. */
const besideTheBundle = Object.keys(packageJson.dependencies).filter((name) => /^(?:@fontsource|@iconify-json|workbox-)/.test(name))
const licences = licenceNotices(besideTheBundle)

const PAGE_GROUND = /^src\/(?:browser|design|hub-client|i18n|loading|reporting|routing|store)\//
/** Directly in the folder of a noun. */
const PUBLIC_FILE = /^src\/(?!app\/)[a-z]+\/[^/]+$/

/** What more than one noun stands on, but the effects' data: many chunks name them, most screens never need them. */
function isShared(id: string): boolean {
  const file = path.relative(import.meta.dirname, id).replaceAll('\\', '/')
  if (file.startsWith('motion/effects/')) return false
  return file.startsWith('shared/') || file.startsWith('motion/') || PAGE_GROUND.test(file) || PUBLIC_FILE.test(file)
}

export default defineConfig({
  define: {
    __APP_VERSION__: JSON.stringify(packageJson.version),
    __BUILT_AT_MS__: String(builtAtMs),
  },
  worker: { format: 'es', plugins: () => [codecsUnderPolicy(), licences.collect()] },
  optimizeDeps: {
    include: [
      '@mediabunny/aac-encoder',
      'client-zip',
      'comlink',
      'gifenc',
      'h264-mp4-encoder',
      'idb-keyval',
      'mediabunny',
      'zod/mini',
      '@noble/hashes/legacy.js',
      '@noble/hashes/utils.js',
    ],
  },
  server: { proxy: { '/api': DEV_API_ORIGIN, '/media': DEV_API_ORIGIN } },
  build: {
    target: 'es2022',
    outDir: 'dist/client',
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', priority: 6, tags: ['$initial'] },
            {
              name: 'vendor',
              priority: 5,
              test: /node_modules[\\/](react|react-dom|scheduler|wouter|valtio|proxy-compare|i18next|regexparam|mitt|use-sync-external-store)[\\/]/,
            },
            // Many small files wait for each other on a slow line: what all screens begin with comes as one, what many use as another.
            { name: 'shell', priority: 4, test: /src[\\/]app[\\/]boot\.tsx$/ },
            { name: 'zod', priority: 3.9, test: /node_modules[\\/]zod[\\/]|[\\/]shared[\\/]api[\\/]define-call\.ts$/ },
            { name: 'work-schemas', priority: 3.8, test: /[\\/]shared[\\/]api[\\/]generation\.ts$/ },
            { name: 'list-schemas', priority: 3.75, test: /[\\/]shared[\\/]api[\\/](templates|files|payments|catalogue)\.ts$/ },
            // The words of all languages in one would be more than a chunk may weigh.
            { name: 'latin-terms', priority: 3.72, test: /prompt[\\/]languages[\\/](french|german|indonesian|portuguese|spanish)\.ts$/ },
            { name: 'terms', priority: 3.71, test: /prompt[\\/]languages[\\/](arabic|bengali|chinese|hindi|japanese|russian|urdu)\.ts$/ },
            { name: 'records', priority: 3.7, test: /[\\/]shared[\\/](contract|storage)[\\/]/, minShareCount: 2 },
            { name: 'schemas', priority: 3.6, test: /[\\/]shared[\\/]api[\\/]/, minShareCount: 2 },
            { name: 'start', priority: 3, test: /src[\\/]app[\\/]start-hub\.ts$/ },
            {
              name: 'late',
              priority: 2,
              test: /src[\\/](app[\\/](layouts[\\/]work-chip|overlays[\\/]overlays|follow-head|update-offer)|offline[\\/]updates[\\/]start-updates)\.tsx?$/,
            },
            { name: 'kit', priority: 1, test: isShared, minShareCount: 3 },
          ],
        },
      },
    },
  },
  plugins: [
    toastStyles,
    react(),
    buildInfo,
    ownTexts,
    earlyFiles(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'workers/sw',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest: webManifest,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,webp,json,woff2}'],
        globIgnores: [
          '**/*.map',
          '.vite/**',
          'screenshots/**',
          'build.json',
          'early-files.json',
          // Kept once somebody has chosen one.
          'locales/component/!(en|zh-CN).json',
          // The attribution SDK is for who agrees to it alone.
          'assets/adjust-latest-*.js',
        ],
      },
    }),
    licences.collect(),
    licences.write,
    precompress(),
  ],
})

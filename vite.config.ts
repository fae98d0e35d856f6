import path from 'node:path'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { codecsUnderPolicy } from './scripts/codecs-under-policy.mjs'
import { earlyFiles, withoutEverywhere } from './scripts/early-files.mjs'
import { licenceNotices } from './scripts/licence-notices.mjs'
import { precompress } from './scripts/precompress.mjs'
import { webManifest } from './src/app/web-manifest.ts'
import packageJson from './package.json' with { type: 'json' }

const DEV_API_ORIGIN = 'http://localhost:8787'

const builtAtMs = Date.now()

/** The file that a page requests to detect another build. */
const buildInfo: Plugin = {
  name: 'kinora:build-info',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ builtAtMs }) })
  },
}

/** The page preloads its first texts at the address that its script requests: that of this build. */
const ownTexts: Plugin = {
  name: 'kinora:own-texts',
  transformIndexHtml: (html) => html.replace('BUILT_AT_MS', String(builtAtMs)),
}

/** The toasts' style sheet is a file, because the security policy forbids a style element from a script. */
const toastStyles: Plugin = {
  name: 'kinora:toast-styles',
  transform(code, id) {
    if (!/sonner[\\/]dist[\\/]index\.mjs/.test(id)) return undefined
    const without = code.replace(/^__insertCSS\(".*"\);?$/m, '')
    if (without === code) this.error('sonner adds its styles in another way now')
    return { code: without, map: null }
  },
}

/** Not in the page's bundle: fonts, icons from the server, and the service worker, which is built last and separately. */
const besideTheBundle = Object.keys(packageJson.dependencies).filter((name) => /^(?:@fontsource|@iconify-json|workbox-)/.test(name))
const licences = licenceNotices(besideTheBundle)

const PAGE_GROUND = /^src\/(?:browser|design|hub-client|i18n|loading|reporting|routing|store)\//
/** A file directly in the folder of a noun. */
const PUBLIC_FILE = /^src\/(?!app\/)[a-z]+\/[^/]+$/

/** Modules that several nouns use, except the effects' data: many chunks import them, but most screens never need them. */
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
  // React 19 has this hook, so the package's replacement is not needed.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  server: { proxy: { '/api': DEV_API_ORIGIN, '/media': DEV_API_ORIGIN } },
  build: {
    target: 'es2022',
    outDir: 'dist/client',
    manifest: true,
    modulePreload: { polyfill: false, resolveDependencies: withoutEverywhere },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', priority: 6, tags: ['$initial'] },
            {
              name: 'vendor',
              priority: 5,
              test: /node_modules[\\/](react|react-dom|scheduler|wouter|valtio|proxy-compare|i18next|regexparam|mitt)[\\/]/,
            },
            // Many small files are slow on a slow connection. So one chunk has the start of all screens, another the widely used modules.
            { name: 'shell', priority: 4, test: /src[\\/]app[\\/]boot\.tsx$/ },
            { name: 'zod', priority: 3.9, test: /node_modules[\\/]zod[\\/]|[\\/]shared[\\/]api[\\/]define-call\.ts$/ },
            { name: 'work-schemas', priority: 3.8, test: /[\\/]shared[\\/]api[\\/]generation\.ts$/ },
            { name: 'list-schemas', priority: 3.75, test: /[\\/]shared[\\/]api[\\/](templates|files|payments|catalogue)\.ts$/ },
            // The terms of all languages in one chunk would exceed the limit of a chunk.
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
          // Cached at the first use of the language.
          'locales/component/!(en|zh-CN).json',
          // The attribution SDK is only for users that consent to it.
          'assets/adjust-latest-*.js',
        ],
      },
    }),
    licences.collect(),
    licences.write,
    precompress(),
  ],
})

import { build } from 'vite'

/** Builds with a Vite configuration, and again after each change. Resolves when the first build is complete, with a function that stops it. */
export async function watchBuild(config) {
  const watcher = await build({ ...config, build: { ...config.build, watch: {} } })
  await new Promise((resolve) => {
    watcher.on('event', ({ code }) => {
      if (code === 'BUNDLE_END') resolve()
    })
  })
  return () => watcher.close()
}

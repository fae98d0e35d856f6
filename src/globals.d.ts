/** The version in package.json, inserted by the build. */
declare const __APP_VERSION__: string

/** The time of this build, in ms since 1970, inserted by the build. The newer of two hubs replaces the other. */
declare const __BUILT_AT_MS__: number

/** The version in package.json, put in at build. */
declare const __APP_VERSION__: string

/** When this build was made, in ms since 1970, put in at build: the newer of two hubs takes over. */
declare const __BUILT_AT_MS__: number

/** The version in package.json. The build inserts it. */
declare const __APP_VERSION__: string

/** The time of this build in ms since 1970. The build inserts it. If the hubs of two builds run, the newer build's hub replaces the older one. */
declare const __BUILT_AT_MS__: number

/** The version in package.json. The build inserts it. */
declare const __APP_VERSION__: string

/** The time of this build in ms since 1970. The build inserts it. If two builds run a hub, the newer one replaces the other. */
declare const __BUILT_AT_MS__: number

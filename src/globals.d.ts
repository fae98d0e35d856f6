/** The version in package.json. The build inserts it. */
declare const __APP_VERSION__: string

/** The time of this build in ms since 1970. The build inserts it. Of two running hubs, the one of the newer build replaces the other. */
declare const __BUILT_AT_MS__: number

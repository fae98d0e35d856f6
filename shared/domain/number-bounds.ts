/** The first moment of answers and records, in ms since 1970. */
export const EARLIEST_MS = 0
/** The last moment of answers and records, in ms since 1970: the end of the year 9999, because all devices format dates up to then. */
export const LATEST_MS = 253_402_300_799_999
/** The largest amount of money or points, in the smallest unit; the database stores integers of 32 bits. */
export const MAX_AMOUNT = 2_147_483_647
/** The largest number of rows, tries or other things that are counted. */
export const MAX_COUNT = 2_147_483_647
/** The largest percentage. */
export const MAX_PERCENT = 100
/** The largest tax rate, in hundredths of a percent. */
export const MAX_TAX_RATE = 10_000
/** The largest file and the largest storage, in bytes. */
export const MAX_STORED_BYTES = 1_125_899_906_842_624
/** The longest side of a picture or video, and the farthest place in one, in px. */
export const MAX_SOURCE_SIDE_PX = 150_000_000
/** The most rows of a page of points movements or payments. */
export const MAX_PAGE_ROWS = 100
/** The largest value of a counter that is never reset. */
export const MAX_SEQUENCE = 1_000_000_000_000_000

/** The earliest time in answers and records, in ms since 1970. */
export const EARLIEST_MS = 0
/** The latest time in answers and records, in ms since 1970: the end of the year 9999, which all devices can format. */
export const LATEST_MS = 253_402_300_799_999
/** The largest amount of money or points, in the smallest unit; the limit of 32-bit integers in the database. */
export const MAX_AMOUNT = 2_147_483_647
/** The largest count of rows, tries or other things. */
export const MAX_COUNT = 2_147_483_647
/** The largest percentage. */
export const MAX_PERCENT = 100
/** The largest tax rate, in hundredths of a percent. */
export const MAX_TAX_RATE = 10_000
/** The largest size of a file or a storage, in bytes. */
export const MAX_STORED_BYTES = 1_125_899_906_842_624
/** The longest side of a picture or video, and the largest coordinate in a picture, in px. */
export const MAX_SOURCE_SIDE_PX = 150_000_000
/** The largest page of points movements or payments, in rows. */
export const MAX_PAGE_ROWS = 100
/** The largest value of a counter that is never reset. */
export const MAX_SEQUENCE = 1_000_000_000_000_000

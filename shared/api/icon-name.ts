import { z } from 'zod/mini'

const PART_PATTERN = '[a-z0-9]+(?:-[a-z0-9]+)*'
const MAX_PART_LENGTH = 64

/** Whether this is a valid name of an icon set or icon. Rule: docs/platform.md, "Icons". */
export function isIconPart(text: string): boolean {
  return text.length <= MAX_PART_LENGTH && new RegExp(`^${PART_PATTERN}$`).test(text)
}

/** Set and icon, as `lucide:sparkles`. */
export const iconNameSchema = z
  .string()
  .check(z.maxLength(2 * MAX_PART_LENGTH + 1), z.regex(new RegExp(`^${PART_PATTERN}:${PART_PATTERN}$`)))

import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate` writes the next migration; what it can't express is added to that file by hand. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/platform/database/schema.ts', './server/platform/database/sandbox-schema.ts'],
  out: './server/platform/database/migrations',
})

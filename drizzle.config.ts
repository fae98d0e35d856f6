import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate` writes the next migration; what it can't express is added to that file by hand. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/database/schema.ts', './server/database/sandbox-schema.ts'],
  out: './server/database/migrations',
})

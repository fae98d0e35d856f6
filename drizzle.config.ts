import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate` writes the next migration. Add by hand what it cannot express. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/database/schema.ts', './server/database/sandbox-schema.ts'],
  out: './server/database/migrations',
})

import { z } from 'zod'
import type { S3Config } from './s3-store.ts'

export const STORAGE_VARIABLES = {
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_KEY: z.string().min(1).optional(),
  S3_SECRET: z.string().min(1).optional(),
}

type StorageEnvironment = z.infer<z.ZodObject<typeof STORAGE_VARIABLES>>

/** The bucket; undefined: files are in the data folder. Throws if only some of its variables are set. */
export function s3Config(env: StorageEnvironment): S3Config | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region, S3_KEY: key, S3_SECRET: secret } = env
  if (endpoint === undefined && bucket === undefined && key === undefined && secret === undefined) return undefined
  if (endpoint === undefined || bucket === undefined || key === undefined || secret === undefined)
    throw new Error('S3_ENDPOINT, S3_BUCKET, S3_KEY, and S3_SECRET must be set together.')
  return { endpoint, bucket, region, key, secret }
}

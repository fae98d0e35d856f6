ALTER TABLE "task" ADD COLUMN "progress" double precision;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "left_ms" integer;
ALTER TABLE "batch" ADD COLUMN "template_id" text;--> statement-breakpoint
ALTER TABLE "batch" ADD COLUMN "ai_music" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "batch" ADD COLUMN "seed" integer DEFAULT 0 NOT NULL;
CREATE TABLE "engine_health" (
	"name" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"reason" text NOT NULL,
	"away_since_ms" bigint,
	"retry_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "engine_order" (
	"task_id" text PRIMARY KEY NOT NULL,
	"engine" text NOT NULL,
	"model_name" text NOT NULL,
	"outcome" text NOT NULL,
	"points" integer NOT NULL,
	"cost_micros" bigint,
	"ended_at_ms" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "batch" ADD COLUMN "may_move" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "moved_to" text;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "moved_points" integer;--> statement-breakpoint
CREATE INDEX "engine_order_age" ON "engine_order" USING btree ("ended_at_ms");
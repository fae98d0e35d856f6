CREATE TABLE "usage_event" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"fields" jsonb NOT NULL,
	"at_ms" bigint NOT NULL,
	"received_at_ms" bigint NOT NULL,
	"app_instance_id" text NOT NULL,
	"has_account" boolean NOT NULL,
	"language" text NOT NULL,
	"device_size" text NOT NULL,
	"app_version" text NOT NULL,
	"tracker_version" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "usage_event_age" ON "usage_event" USING btree ("received_at_ms");
CREATE TABLE "attribution_device" (
	"web_uuid" text PRIMARY KEY NOT NULL,
	"adid" text NOT NULL,
	"environment" text NOT NULL,
	"token_sha256" text,
	"network" text NOT NULL,
	"campaign" text DEFAULT '' NOT NULL,
	"adgroup" text DEFAULT '' NOT NULL,
	"creative" text DEFAULT '' NOT NULL,
	"click_label" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'installed' NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"seen_at_ms" bigint NOT NULL,
	CONSTRAINT "attribution_device_adid_unique" UNIQUE("adid")
);
--> statement-breakpoint
CREATE TABLE "attribution_message" (
	"id" text PRIMARY KEY NOT NULL,
	"web_uuid" text NOT NULL,
	"kind" text NOT NULL,
	"facts" text NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client_error" (
	"id" text PRIMARY KEY NOT NULL,
	"error_id" text NOT NULL,
	"kind" text NOT NULL,
	"words" text NOT NULL,
	"screen" text NOT NULL,
	"version" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forgotten_device" (
	"web_uuid_sha256" text PRIMARY KEY NOT NULL,
	"forgotten_at_ms" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "attribution_message" ADD CONSTRAINT "attribution_message_web_uuid_attribution_device_web_uuid_fk" FOREIGN KEY ("web_uuid") REFERENCES "public"."attribution_device"("web_uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attribution_device_seen" ON "attribution_device" USING btree ("seen_at_ms");--> statement-breakpoint
CREATE INDEX "attribution_message_by_device" ON "attribution_message" USING btree ("web_uuid");--> statement-breakpoint
CREATE INDEX "attribution_message_age" ON "attribution_message" USING btree ("created_at_ms");--> statement-breakpoint
CREATE INDEX "client_error_by_error_id" ON "client_error" USING btree ("error_id");--> statement-breakpoint
CREATE INDEX "client_error_age" ON "client_error" USING btree ("created_at_ms");